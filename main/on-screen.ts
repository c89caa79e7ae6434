import { existsSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../shared/failure.ts';
import { type Environment, environments } from '../shared/status.ts';
import { openDatabase } from './ledger/database.ts';
import { createSettings, type Settings } from './ledger/settings.ts';
import { terminalMigrations } from './people/migrations.ts';

/** The environments that have begun on a terminal. */
export function begunEnvironments(settings: Settings): Environment[] {
  const begun = settings.get('begun');
  return environments.filter((name) => Array.isArray(begun) && begun.includes(name));
}

/**
 * The environment a terminal starts in: the one asked for, production once it has begun (whoever tries something
 * elsewhere is back at the till after a restart), else the last one on the screen.
 * @throws FailureError `not-onboarded` for one that has not begun
 */
export function environmentAtStart(settings: Settings, asked?: Environment): Environment {
  const begun = begunEnvironments(settings);
  if (asked !== undefined)
    return asked === 'training' || begun.includes(asked) ? asked : fail('not-onboarded');
  if (begun.includes('production')) return 'production';
  return begun.find((name) => name === settings.get('on-screen')) ?? 'training';
}

/** The same for a data folder that is not open as a terminal. */
export function environmentOf(folder: string, asked?: Environment): Environment {
  const file = path.join(folder, 'terminal.db');
  if (!existsSync(file)) return asked ?? 'training';
  const database = openDatabase(file, terminalMigrations);
  try {
    return environmentAtStart(createSettings(database), asked);
  } finally {
    database.close();
  }
}
