import path from 'node:path';
import { fail } from '../../../shared/failure.ts';
import { type Environment, environments } from '../../../shared/status.ts';
import { begunSetting, onScreenSetting } from '../../../shared/stored/settings/terminal.ts';
import { isOwnThere } from '../../base/platform/files/own-files.ts';
import type { Settings } from '../../base/platform/settings.ts';
import { createSettings } from '../../books/ledger/database/settings.ts';
import { openTerminalDatabase } from './terminal-database.ts';

/** The files in the folder of an environment that is set up; one of them is enough to recognise it. */
const traces = ['ledger.db', 'vault.json', 'secrets.json'];

/**
 * Returns the environments that are set up on a terminal. The settings in terminal.db show this, and so do the folders:
 * even if that file is lost, a shop must not look like a new terminal.
 * @param folder the data folder
 */
export function begunEnvironments(folder: string, settings?: Settings): Environment[] {
  const begun = settings?.read(begunSetting);
  return environments.filter(
    (name) => begun?.includes(name) || traces.some((file) => isOwnThere(path.join(folder, name, file))),
  );
}

/**
 * Returns the environment in which a terminal starts: the requested one; otherwise production, once it is set up (so a
 * restart after a trial returns to the till); otherwise the one that was last on the screen.
 * @throws FailureError `not-onboarded` for an environment that is not set up
 */
export function environmentAtStart(
  folder: string,
  settings?: Settings,
  requested?: Environment,
): Environment {
  const begun = begunEnvironments(folder, settings);
  if (requested !== undefined)
    return requested === 'training' || begun.includes(requested) ? requested : fail('not-onboarded');
  if (begun.includes('production')) return 'production';
  return begun.find((name) => name === settings?.read(onScreenSetting)) ?? 'training';
}

/**
 * Returns the environment in which a terminal starts, for a data folder that is not open.
 * @param settingsIn the folder of its terminal.db, or of a copy if nothing may be written
 */
export function environmentOf(folder: string, requested?: Environment, settingsIn = folder): Environment {
  if (!isOwnThere(path.join(settingsIn, 'terminal.db'))) return requested ?? environmentAtStart(folder);
  const database = openTerminalDatabase(settingsIn);
  try {
    return environmentAtStart(folder, createSettings(database), requested);
  } finally {
    database.close();
  }
}
