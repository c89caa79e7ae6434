import fs, { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Company } from '../../../shared/company.ts';
import type { Environment } from '../../../shared/status.ts';
import { inFolder } from '../../base/outside/outside-folder.ts';
import { type Ledger, openLedger } from '../../books/ledger/ledger.ts';
import { keptCompany } from '../../sending/credential/kept-company.ts';
import { environmentOf } from '../terminal/active-environment.ts';
import { describeSystemError, isSystemError, UsageError } from './usage-error.ts';

/** Reads a file. @throws UsageError naming the file and why it cannot be read */
export function readInput(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    if (isSystemError(cause)) throw new UsageError(describeSystemError({ ...cause, path: file }), { cause });
    throw cause;
  }
}

/**
 * Returns the files that a call names. The shells of Windows do not expand `*.xml`, and no file name there contains a
 * `*`.
 * @throws UsageError when a pattern fits no file
 */
export function filesNamed(names: readonly string[], platform = process.platform): string[] {
  if (platform !== 'win32') return [...names];
  return names.flatMap((name) => {
    if (!/[*?]/.test(name)) return [name];
    const found = fs.globSync(name).toSorted();
    if (found.length === 0) throw new UsageError(`${name}: no such file`);
    return found;
  });
}

/**
 * Writes a private file, whole or not at all, in a folder that exists.
 * @throws UsageError naming the file and why it cannot be written
 */
export async function writeOutput(file: string, pieces: string | Iterable<string>): Promise<void> {
  try {
    await inFolder(path.dirname(file), {}, async (folder) => {
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
    if (isSystemError(cause)) throw new UsageError(describeSystemError({ ...cause, path: file }), { cause });
    throw cause;
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
  if (!isFile(file)) throw new UsageError(`${options.data}: no ledger there`);
  return openLedger(file, { environment });
}

/** Returns the company from the ledger's settings; undefined when there is no ledger, or the company was not set. */
export function companyOf(options: OfLedger): Company | undefined {
  if (!isFile(ledgerOf(options).file)) return undefined;
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

export const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true;
