import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describeSystemError, isSystemError, UsageError } from './usage-error.ts';

/** A file's bytes. @throws UsageError naming the file and why it cannot be read */
export function readInput(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    if (isSystemError(cause)) throw new UsageError(describeSystemError({ ...cause, path: file }), { cause });
    throw cause;
  }
}

/** The ledger's file in a data folder. @throws UsageError when there is none */
export function ledgerFile(dataFolder: string): string {
  const file = path.join(dataFolder, 'training', 'ledger.db');
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new UsageError(`${dataFolder}: no ledger there`);
  return file;
}
