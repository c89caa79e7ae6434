import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { defaultDataFolder, localOf } from './data-folder.ts';

/**
 * Returns the folder for the log of a data folder: the platform's own folder for logs, or the data folder itself if it
 * was named, so that all its files stay together.
 */
export function logFolderOf(
  dataFolder: string,
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string {
  const unnamed = defaultDataFolder({ ...env, KHATM_DATA: undefined }, platform);
  if (path.resolve(dataFolder) !== path.resolve(unnamed)) return dataFolder;
  if (platform === 'win32') return path.join(localOf(env), 'Khatm', 'Logs');
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Logs', 'Khatm');
  return path.join(env.XDG_STATE_HOME || path.join(homedir(), '.local', 'state'), 'khatm', 'logs');
}

/**
 * Makes the folder of the log.
 * @returns the data folder if the folder for logs cannot be used: a log must not keep the till from selling
 */
export function makeLogFolder(dataFolder: string, logFolder = logFolderOf(dataFolder)): string {
  if (logFolder === dataFolder) return dataFolder;
  try {
    makeFolder(logFolder);
    accessSync(logFolder, constants.W_OK);
    // The rotation reads it.
    readdirSync(logFolder);
    return logFolder;
  } catch {
    return dataFolder;
  }
}
