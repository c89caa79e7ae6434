import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from './usage-error.ts';

/** A file's bytes. @throws UsageError naming the file and why it cannot be read */
export function readInput(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new UsageError(`${file}: ${reason(cause)}`, { cause });
  }
}

/** The ledger's file in a data folder. @throws UsageError when there is none */
export function ledgerFile(dataFolder: string): string {
  const file = path.join(dataFolder, 'training', 'ledger.db');
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new UsageError(`${dataFolder}: no ledger there`);
  return file;
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'no such file';
  if (code === 'EISDIR') return 'is a folder';
  if (code === 'EACCES') return 'may not be read';
  return 'cannot be read';
}
