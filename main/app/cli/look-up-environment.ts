import { cpSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../../shared/status.ts';
import { environmentOf } from '../terminal/active-environment.ts';
import type { OfLedger } from './files.ts';

/**
 * Returns the named environment, or the one in which the terminal starts, without writing into the data folder.
 * @param scratch a folder for a copy of the settings; its owner removes it
 */
export async function lookUpEnvironment({ data, env }: OfLedger, scratch: string): Promise<Environment> {
  if (env !== undefined) return env;
  const copy = path.join(scratch, 'terminal');
  mkdirSync(copy);
  for (const name of ['terminal.db', 'terminal.db-wal']) {
    const source = path.join(data, name);
    if (existsSync(source)) cpSync(source, path.join(copy, name));
  }
  return environmentOf(data, undefined, copy);
}
