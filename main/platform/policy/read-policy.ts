import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { networkUses } from '../../../shared/contract/network.ts';
import { lineOf } from './line-of.ts';
import { type PolicyFile, policySchema } from './policy-schema.ts';

/*
 * The settings of the machine's administrator, in a file that the shop's people cannot write. It is read at the start,
 * and never written.
 */

/** A fault of the file: the field, the reason, and the line where there is one. */
export interface PolicyProblem {
  readonly field: string;
  readonly reason: string;
  readonly line?: number;
}

export interface Policy extends Partial<Omit<PolicyFile, 'network'>> {
  readonly file: string;
  /** broken: the file exists but is unusable; the last usable one is in force, if there was one. */
  readonly state: 'none' | 'in-force' | 'broken';
  /** The first problem of a broken file, in one line without anything that the file says. */
  readonly why?: string;
  readonly problems?: readonly PolicyProblem[];
  readonly proxy?: PolicyFile['network']['proxy'];
  readonly authorities: readonly {
    readonly pem: string;
    readonly uses: readonly (typeof networkUses)[number][];
  }[];
}

/** The path of the policy file. */
export function policyFile(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32')
    return path.win32.join(env.ProgramData ?? 'C:\\ProgramData', 'Khatm', 'policy.json');
  if (platform === 'darwin') return '/Library/Application Support/Khatm/policy.json';
  return '/etc/khatm/policy.json';
}

/** The memory of the last usable policy, as text. */
export interface LastPolicy {
  read(): string | undefined;
  write(text: string | undefined): void;
}

/** The content of a usable file with its certificates, kept as a whole, so that no half of it is ever in force. */
const keptSchema = policySchema.extend({
  authorities: z.array(z.object({ pem: z.string(), uses: z.array(z.enum(networkUses)) })),
});

/**
 * Reads the policy. One that cannot be used changes nothing: the last usable one stays in force, so that a typing
 * error opens no till, and without one the program's own settings are.
 */
export function readPolicy(file: string, last?: LastPolicy): Policy {
  let parsed: Kept | undefined;
  try {
    parsed = parsePolicy(file);
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

/** `line 3, network.proxy: …` */
export function describeProblem({ field, reason, line }: PolicyProblem): string {
  const place = [line === undefined ? '' : `line ${line}`, field].filter((part) => part !== '').join(', ');
  return place === '' ? reason : `${place}: ${reason}`;
}

const unreadable: PolicyProblem = { field: '', reason: 'cannot be read' };

/** A policy file that is refused as a whole. */
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

/** Returns undefined where there is no file. @throws BrokenPolicy */
function parsePolicy(file: string): Kept | undefined {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  refuseForeign(file);
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
    // A person who can write the certificate can read what the till sends.
    const foreign = foreignPlace(authority.file);
    if (foreign !== undefined) throw new BrokenPolicy([{ field, reason: writable[foreign], line }]);
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
    // The message of the error quotes the file.
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
  // An unknown field is named itself, not the object around it.
  const paths =
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
  const reason = issue.code === 'unrecognized_keys' ? 'is no field of a policy' : issue.message;
  return paths.map((at) => ({ field: at.map(String).join('.'), reason, line: lineOf(text, at) }));
}

/**
 * Refuses a file that others than the administrator, or the user that the program runs as, could have written: they
 * could send the shop's documents elsewhere. On Windows the administrator sets the folder's access list, which is not
 * checked here.
 * @throws BrokenPolicy
 */
function refuseForeign(file: string): void {
  const foreign = foreignPlace(file);
  if (foreign !== undefined) throw new BrokenPolicy([{ field: '', reason: writable[foreign] }]);
}

const writable = {
  file: 'the file may be written by others than the administrator',
  folder: 'the folder of the file may be written by others than the administrator',
};

/** Finds which of the two others could write; of a link, also where it leads. A file that is missing is nobody's. */
function foreignPlace(file: string): keyof typeof writable | undefined {
  if (process.platform === 'win32') return undefined;
  const real = realPathOf(file);
  if (real === undefined) return undefined;
  if (isForeign(statOf(real))) return 'file';
  for (const each of [path.resolve(file), real]) {
    const folder = path.dirname(each);
    if (isForeign(statOf(folder))) return 'folder';
    // Of a folder further up the others could exchange what is in it, unless it is one like /tmp.
    for (let at = folder; at !== path.dirname(at); at = path.dirname(at))
      if (isForeign(statOf(path.dirname(at)), sticky)) return 'folder';
  }
  return undefined;
}

function realPathOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

const statOf = (place: string) => statSync(place, { throwIfNoEntry: false });

/** The mode of a folder in which everybody may write, and nobody may exchange what another one wrote. */
const sticky = 0o1000;

/** @param kept modes that keep a folder whole although others may write in it */
function isForeign(stat: Stats | undefined, kept = 0): boolean {
  if (stat === undefined || (stat.uid !== 0 && stat.uid !== process.getuid?.())) return true;
  return (stat.mode & 0o022) !== 0 && (stat.mode & kept) === 0;
}
