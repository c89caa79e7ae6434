import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { networkUses } from '../../../../shared/contract/terminal/network.ts';
import { lineOf } from './line-of.ts';
import { type PolicyFile, policySchema } from './policy-schema.ts';
import { type FindWritable, findWritableHere, type WritablePlace } from './writable-place.ts';

/* The settings of the machine's administrator, in a file that the shop cannot write; read at the start. */

export interface PolicyProblem {
  readonly field: string;
  readonly reason: string;
  readonly line?: number;
}

export interface Policy extends Partial<Omit<PolicyFile, 'network'>> {
  readonly file: string;
  /** broken: the file exists but cannot be used; the last usable policy is in force, if there was one. */
  readonly state: 'none' | 'in-force' | 'broken';
  /** The first problem of a broken file, in one line, without any of the file's content. */
  readonly why?: string;
  readonly problems?: readonly PolicyProblem[];
  readonly proxy?: PolicyFile['network']['proxy'];
  readonly authorities: readonly {
    readonly pem: string;
    readonly uses: readonly (typeof networkUses)[number][];
  }[];
}

export function policyFile(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32')
    return path.win32.join(env.ProgramData ?? 'C:\\ProgramData', 'Khatm', 'policy.json');
  if (platform === 'darwin') return '/Library/Application Support/Khatm/policy.json';
  return '/etc/khatm/policy.json';
}

/** Returns true for the policy of this machine, false for one that is checked before it is installed. */
export const isInPlace = (file: string) =>
  path.resolve(file).toLowerCase() === path.resolve(policyFile(process.platform, process.env)).toLowerCase();

/** The stored copy of the last usable policy, as text. */
export interface LastPolicy {
  read(): string | undefined;
  write(text: string | undefined): void;
}

/** The content of a usable file with its certificates, stored together, so that it is never in force only partly. */
const keptSchema = policySchema.extend({
  authorities: z.array(z.object({ pem: z.string(), uses: z.array(z.enum(networkUses)) })),
});

/**
 * Reads the policy. If the file cannot be used, the last usable policy stays in force, so that a typing error does not
 * weaken a till. If there was none, the program's own settings are used.
 */
export function readPolicy(
  file: string,
  last?: LastPolicy,
  findWritable = findWritableHere(isInPlace(file)),
): Policy {
  let parsed: Kept | undefined;
  try {
    parsed = parsePolicy(file, findWritable);
  } catch (error) {
    const problems = error instanceof BrokenPolicy ? error.problems : [unreadable];
    const why = describeProblem(problems[0] ?? unreadable);
    const kept = keptPolicy(last);
    return {
      ...(kept === undefined ? { file, authorities: [] } : policyOf(file, 'broken', kept)),
      state: 'broken',
      why,
      problems,
    };
  }
  last?.write(parsed === undefined ? undefined : JSON.stringify(parsed));
  return parsed === undefined ? { file, state: 'none', authorities: [] } : policyOf(file, 'in-force', parsed);
}

/** Describes a problem, for instance `line 3, network.proxy: …`. */
export function describeProblem({ field, reason, line }: PolicyProblem): string {
  const place = [line === undefined ? '' : `line ${line}`, field].filter((part) => part !== '').join(', ');
  return place === '' ? reason : `${place}: ${reason}`;
}

const unreadable: PolicyProblem = { field: '', reason: 'cannot be read' };

class BrokenPolicy extends Error {
  readonly problems: readonly PolicyProblem[];

  constructor(problems: readonly PolicyProblem[]) {
    super('broken policy');
    this.problems = problems;
  }
}

type Kept = z.output<typeof keptSchema>;

function policyOf(file: string, state: Policy['state'], { network, ...rest }: Kept): Policy {
  return { file, state, ...rest, proxy: network.proxy };
}

function keptPolicy(last: LastPolicy | undefined): Kept | undefined {
  try {
    const text = last?.read();
    return text === undefined ? undefined : keptSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Returns undefined if there is no file. @throws BrokenPolicy */
function parsePolicy(file: string, findWritable: FindWritable): Kept | undefined {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  const place = findWritable(file);
  if (place !== undefined) throw new BrokenPolicy([{ field: '', reason: writable[place] }]);
  const text = textOf(file, '');
  const parsed = policySchema.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new BrokenPolicy(parsed.error.issues.flatMap((issue) => problemsOf(issue, text)));
  const authorities = parsed.data.network.authorities.map((authority, index) => {
    const field = `network.authorities.${index}.file`;
    const line = lineOf(
      text,
      field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
    );
    // Anybody who can replace the certificate could read what the till sends.
    const exchanged = findWritable(authority.file);
    if (exchanged !== undefined) throw new BrokenPolicy([{ field, reason: writable[exchanged], line }]);
    const pem = textOf(authority.file, field, line);
    if (!pem.includes('BEGIN CERTIFICATE'))
      throw new BrokenPolicy([{ field, reason: 'holds no certificate in PEM', line }]);
    return { pem, uses: authority.uses };
  });
  return { ...parsed.data, authorities };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message of the error quotes the file, so only the position is used.
    const at = /position (\d+)/.exec(String(error))?.[1];
    const place = at === undefined ? text.length : Number(at);
    throw new BrokenPolicy([
      { field: '', reason: 'is not JSON', line: text.slice(0, place).split('\n').length },
    ]);
  }
}

function textOf(file: string, field: string, line?: number): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    throw new BrokenPolicy([{ field, reason: 'cannot be read', ...(line !== undefined && { line }) }]);
  }
}

function problemsOf(issue: z.core.$ZodIssue, text: string): PolicyProblem[] {
  // For an unknown field, the field itself is named, not the object around it.
  const paths =
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
  const reason = issue.code === 'unrecognized_keys' ? 'is no field of a policy' : issue.message;
  return paths.map((at) => ({ field: at.map(String).join('.'), reason, line: lineOf(text, at) }));
}

const writable: Readonly<Record<WritablePlace, string>> = {
  file: 'the file may be written by others than the administrator',
  folder: 'the folder of the file may be written by others than the administrator',
  link: 'a link leads to the file, and others may change it',
  unknown: 'the system does not say who may write the file',
};
