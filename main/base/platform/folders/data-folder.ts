import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { cameFrom } from './moved-note.ts';

/*
 * The only module that knows where this user's terminal keeps its files. The books are not settings: they must not roam
 * between machines, and an uninstaller must not remove them with the settings.
 */

export function defaultDataFolder(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  if (env.KHATM_DATA) return path.resolve(env.KHATM_DATA);
  if (platform === 'win32') return path.join(localOf(env), 'Khatm', 'data');
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support', 'Khatm', 'data');
  return path.join(env.XDG_DATA_HOME || path.join(homedir(), '.local', 'share'), 'khatm', 'data');
}

/**
 * Returns the folders of a till that several users of a machine share, if its administrator has made them: for its
 * data, and for the state of `stateFolderOf`. Returns none if a data folder is named.
 */
export function allUsersFolderOf(
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string | undefined {
  if (platform !== 'win32' || env.KHATM_DATA) return undefined;
  return path.join(env.ProgramData ?? 'C:\\ProgramData', 'Khatm', 'till');
}

/** Returns true for a shared folder: the access list is the administrator's, and the secrets no single user's. */
export function isForAllUsers(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): boolean {
  const root = allUsersFolderOf({ ...env, KHATM_DATA: undefined }, platform);
  return root !== undefined && isWithin(path.resolve(folder), path.resolve(root));
}

/**
 * Returns the folder for the window's own data; undefined for Electron's default. On Windows it contains the key that
 * encrypts secrets, so it stays on the machine, as the data does.
 */
export function windowFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string | undefined {
  if (env.KHATM_DATA) return path.join(env.KHATM_DATA, 'window');
  return platform === 'win32' ? path.join(localOf(env), 'Khatm', 'window') : undefined;
}

/** Returns a folder's path and, if its books moved to the folder for all users, the path that it had before. */
export function placesOf(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): { readonly place: string; readonly formerly?: string } {
  const place = path.resolve(folder);
  const root = allUsersFolderOf({ ...env, KHATM_DATA: undefined }, platform);
  if (root === undefined || !isWithin(place, root)) return { place };
  const data = path.join(root, 'data');
  const from = cameFrom(data);
  return from === undefined ? { place } : { place, formerly: path.join(from, path.relative(data, place)) };
}

/** Returns the folder for state that stays on this machine when a data folder is copied; never inside it. */
export function stateFolderOf(
  dataFolder: string,
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string {
  const home = homedir();
  const ofAll = allUsersFolderOf({ ...env, KHATM_DATA: undefined }, platform);
  // Everybody who works with the books shares this state.
  if (ofAll !== undefined && isForAllUsers(dataFolder, env, platform)) return path.join(ofAll, 'state');
  const ownFolder =
    platform === 'win32'
      ? path.join(localOf(env), 'Khatm', 'state')
      : platform === 'darwin'
        ? path.join(home, 'Library', 'Application Support', 'Khatm state')
        : path.join(env.XDG_STATE_HOME ?? path.join(home, '.local', 'state'), 'khatm');
  const data = realPath(path.resolve(dataFolder));
  const requested = env.KHATM_STATE ? [path.resolve(env.KHATM_STATE)] : [];
  const outside = [...requested, ownFolder, path.join(home, '.khatm-state')].find(
    (folder) => !isWithin(realPath(folder), data),
  );
  return outside ?? `${data}.state`;
}

/** Returns the folder in which Windows keeps this user's data for this machine. */
export const localOf = (env: NodeJS.ProcessEnv) =>
  env.LOCALAPPDATA ?? path.join(homedir(), 'AppData', 'Local');

export function isWithin(folder: string, outer: string): boolean {
  const way = path.relative(outer, folder);
  return way === '' || !(way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way));
}

/** For a folder that does not exist yet, the nearest existing folder is resolved. */
export function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? folder : path.join(realPath(parent), path.basename(folder));
  }
}
