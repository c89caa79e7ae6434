import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { moveFileSync } from '../files/move-file.ts';
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

const logPattern = /^khatm(\..+)?\.log$/;

/**
 * Makes the folder of the log, and moves the log of an earlier version there from beside the books.
 * @returns the data folder if the folder for logs cannot be used: a log must not keep the till from selling
 */
export function settleLogFolder(dataFolder: string, logFolder = logFolderOf(dataFolder)): string {
  if (logFolder === dataFolder) return dataFolder;
  let there: Set<string>;
  let found: string[];
  try {
    makeFolder(logFolder);
    accessSync(logFolder, constants.W_OK);
    there = new Set(readdirSync(logFolder));
    found = readdirSync(dataFolder);
  } catch {
    return dataFolder;
  }
  for (const name of found)
    if (logPattern.test(name))
      try {
        // The new name is one that the rotation counts among the older files.
        const next = there.has(name) ? name.replace(/\.log$/, `.0-${process.pid}.log`) : name;
        moveFileSync(path.join(dataFolder, name), path.join(logFolder, next));
      } catch {
        // The old log stays where it is.
      }
  return logFolder;
}
