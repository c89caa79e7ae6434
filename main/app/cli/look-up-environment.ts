import path from 'node:path';
import type { Environment } from '../../../shared/status.ts';
import { copyOwn, newScratch } from '../../base/platform/files/own-files.ts';
import { environmentOfCall, type OfLedger } from './files.ts';

/**
 * Returns the named environment, or the one in which the terminal starts, without writing into the data folder.
 * @param scratch a folder for a copy of the settings; its owner removes it
 */
export async function lookUpEnvironment({ data, env }: OfLedger, scratch: string): Promise<Environment> {
  if (env !== undefined) return env;
  return environmentOfCall(data, undefined, copyOfTerminal(data, scratch));
}

/** Copies the terminal's settings, so that a look changes and repairs nothing. @returns the folder of the copy */
export function copyOfTerminal(data: string, scratch: string): string {
  const copy = newScratch('terminal-', scratch);
  for (const name of ['terminal.db', 'terminal.db-wal'])
    copyOwn(path.join(data, name), path.join(copy, name));
  return copy;
}
