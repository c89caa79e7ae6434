import { cpSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../shared/status.ts';
import { environmentOf } from '../terminal/active-environment.ts';
import type { OfLedger } from './files.ts';

/**
 * Returns the environment asked for, or the one the terminal starts in, without writing into the data folder.
 * @param scratch a folder for copies; its owner removes it
 */
export async function lookUpEnvironment({ data, env }: OfLedger, scratch: string): Promise<Environment> {
  if (env !== undefined) return env;
  const copy = path.join(scratch, 'terminal');
  mkdirSync(copy);
  if (!existsSync(data)) return 'training';
  for (const name of readdirSync(data)) {
    const source = path.join(data, name);
    // The settings are copied; the folders of the environments are only read.
    if (name === 'terminal.db' || name === 'terminal.db-wal') cpSync(source, path.join(copy, name));
    else if (statSync(source).isDirectory()) symlinkSync(source, path.join(copy, name), 'junction');
  }
  return environmentOf(copy);
}
