import path from 'node:path';
import type * as z from 'zod';
import type { Company } from '../../../shared/company.ts';
import { FailureError, parseOrFail } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import { OutsideError, type OutsideFault } from '../../base/outside/outside-error.ts';
import { inFolder, readPlain } from '../../base/outside/outside-folder.ts';
import { isOwnFile } from '../../base/platform/files/own-files.ts';
import { type Ledger, openLedger } from '../../books/ledger/ledger.ts';
import { keptCompany } from '../../sending/credential/kept-company.ts';
import { readJson } from '../../till/issue/read-json.ts';
import { environmentOf } from '../terminal/active-environment.ts';
import { refuseOption } from './option-values.ts';
import { describeIssues } from './refusals.ts';
import { describeSystemError, isSystemError, UsageError } from './usage-error.ts';

/** The most bytes of a file that is read whole: the manifest of an archive of five thousand tills has fewer. */
const mostInputBytes = 64 * 1024 ** 2;

/**
 * Reads a plain file whole.
 * @param most the bytes that it may have
 * @throws UsageError naming the file and why it cannot be read
 */
export async function readInput(file: string, most = mostInputBytes): Promise<Buffer> {
  return await readPlain(file, most).catch((cause) => {
    if (cause instanceof RangeError) throw new UsageError(cause.message, { cause });
    return refuseInput(file, cause);
  });
}

/** Throws the reason why a file or folder that a call names cannot be used. */
export function refuseInput(file: string | undefined, cause: unknown): never {
  const why = describeInputError(cause, file);
  throw why === undefined ? cause : new UsageError(why, { cause });
}

/** Describes in one line why a file or folder cannot be used; undefined for another error. */
export function describeInputError(error: unknown, file?: string | undefined): string | undefined {
  if (isSystemError(error)) return describeSystemError(file === undefined ? error : { ...error, path: file });
  if (!(error instanceof OutsideError)) return undefined;
  const { code, detail } = error.failure;
  return `${file ?? detail?.name}: ${placeReasons[code as OutsideFault]}`;
}

const placeReasons: Readonly<Record<OutsideFault, string>> = {
  'place-link': 'is a link; name the file itself',
  'place-not-plain': 'is no plain file',
  'place-silent': 'the disk or share does not answer',
  'place-own': 'is among the program’s own files',
  'place-open': 'every user of this machine may write there',
};

/** Tells that others may remove or replace what was written into a folder, unless they may not. */
export function warnOfOpen(folder: string, isOpenToAll: boolean): void {
  if (isOpenToAll)
    console.error(`khatm: ${folder}: ${placeReasons['place-open']}, and so remove or replace files`);
}

/** Returns true for a folder, false for a file or if there is nothing. @throws UsageError `refuseInput` */
export const isFolder = (folder: string): Promise<boolean> =>
  inFolder(folder, {}, async () => true).catch((error) => {
    const { code, failure } = error as { code?: string; failure?: { code: string } };
    return code === 'ENOENT' || failure?.code === 'place-not-plain' ? false : refuseInput(folder, error);
  });

/**
 * Returns the files that a call names. The shells of Windows do not expand `*.xml`, and no file name there contains a
 * `*`.
 * @throws UsageError when a pattern fits no file
 */
export async function filesNamed(names: readonly string[], platform = process.platform): Promise<string[]> {
  if (platform !== 'win32') return [...names];
  const files: string[] = [];
  for (const name of names) {
    const { dir, base } = path.parse(name);
    if (!/[*?]/.test(base)) files.push(name);
    else {
      const there = await inFolder(dir || '.', {}, (folder) => folder.names()).catch((cause) =>
        refuseInput(name, cause),
      );
      const pattern = base
        .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '.*')
        .replaceAll('?', '.');
      const found = there.filter((each) => new RegExp(`^${pattern}$`, 'is').test(each)).toSorted();
      if (found.length === 0) throw new UsageError(`${name}: no such file`);
      files.push(...found.map((each) => path.join(dir, each)));
    }
  }
  return files;
}

/**
 * Writes a private file, whole or not at all, in a folder that exists.
 * @param ownFolder the data folder, in which it must not be
 * @throws UsageError naming the file and why it cannot be written
 */
export async function writeOutput(
  file: string,
  pieces: string | Iterable<string>,
  ownFolder?: string,
): Promise<void> {
  try {
    await inFolder(path.dirname(file), { ownFolder }, async (folder) => {
      warnOfOpen(folder.path, folder.isOpenToAll);
      const output = await folder.begin();
      try {
        for (const piece of typeof pieces === 'string' ? [pieces] : pieces)
          await output.write(Buffer.from(piece));
        await output.keep(path.basename(file));
      } finally {
        await output.end();
      }
    });
  } catch (cause) {
    refuseInput(file, cause);
  }
}

export interface OfLedger {
  readonly data: string;
  /** The environment; by default the one in which the terminal starts. */
  readonly env?: Environment;
}

/** Opens the ledger of an environment in a data folder. @throws UsageError when there is none */
export function openLedgerOf(options: OfLedger): Ledger {
  const { environment, file } = ledgerOf(options);
  if (!isOwnFile(file)) throw new UsageError(`${options.data}: no ledger there`);
  return openLedger(file, { environment });
}

/** Returns the company from the ledger's settings; undefined when there is no ledger, or the company was not set. */
export function companyOf(options: OfLedger): Company | undefined {
  if (!isOwnFile(ledgerOf(options).file)) return undefined;
  const ledger = openLedgerOf(options);
  try {
    return keptCompany(ledger.settings);
  } finally {
    ledger.close();
  }
}

/** Returns the environment of a call. @throws UsageError for one that this terminal does not have */
export function environmentOfCall(data: string, env?: Environment, settingsIn?: string): Environment {
  try {
    return environmentOf(data, env, settingsIn);
  } catch (error) {
    return refuseEnvironment(error, { data, env });
  }
}

/** Names the environment of a call that the terminal is not set up for, and throws any other error as it is. */
export function refuseEnvironment(
  error: unknown,
  { data, env }: { data: string; env: Environment | undefined },
): never {
  if (env === undefined || !(error instanceof FailureError) || error.failure.code !== 'not-onboarded')
    throw error;
  return refuseOption(
    '--env',
    env,
    `the terminal in ${data} is not set up for it yet; khatm onboard --env ${env} does that`,
    error,
  );
}

/**
 * Reads a file with one JSON value of a form.
 * @throws UsageError naming the file and each fault in it: a place in the text, or a field and its value
 */
export async function readJsonInput<S extends z.ZodType>(file: string, schema: S): Promise<z.output<S>> {
  const json = readJson(await readInput(file));
  if ('fault' in json) throw new UsageError(`${file}: ${describeIssues([json.fault], undefined)}`);
  try {
    return parseOrFail(schema, json.value);
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    throw new UsageError(`${file}: ${describeIssues(error.failure.issues ?? [], json.value)}`, {
      cause: error,
    });
  }
}

function ledgerOf({ data, env }: OfLedger): { environment: Environment; file: string } {
  const environment = environmentOfCall(data, env);
  return { environment, file: path.join(data, environment, 'ledger.db') };
}
