import path from 'node:path';
import type { Company } from '../../../shared/company.ts';
import type { Environment } from '../../../shared/status.ts';
import { OutsideError, type OutsideFault } from '../../base/outside/outside-error.ts';
import { inFolder, readPlain } from '../../base/outside/outside-folder.ts';
import { isOwnFile } from '../../base/platform/files/own-files.ts';
import { type Ledger, openLedger } from '../../books/ledger/ledger.ts';
import { keptCompany } from '../../sending/credential/kept-company.ts';
import { environmentOf } from '../terminal/active-environment.ts';
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

function ledgerOf({ data, env }: OfLedger): { environment: Environment; file: string } {
  const environment = environmentOf(data, env);
  return { environment, file: path.join(data, environment, 'ledger.db') };
}
