import { existsSync, realpathSync } from 'node:fs';
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

/** Returns the folder of earlier versions, beside the settings; undefined if it is the same, or a folder is named. */
export function formerDataFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string | undefined {
  if (env.KHATM_DATA || platform === 'darwin') return undefined;
  const settings =
    platform === 'win32'
      ? (env.APPDATA ?? path.join(homedir(), 'AppData', 'Roaming'))
      : env.XDG_CONFIG_HOME || path.join(homedir(), '.config');
  return path.join(settings, 'Khatm', 'data');
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

/**
 * Names a folder within the data folder as a ledger's place: by its present path, even if the older name is used, and
 * by the path of an earlier version, if nothing is left there.
 */
export function placesOf(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): { readonly place: string; readonly formerly?: string } {
  const requested = path.resolve(folder);
  // A named folder may be one of these two.
  const unnamed = { ...env, KHATM_DATA: undefined };
  const ofAll = allUsersFolderOf(unnamed, platform);
  // The books of this user have moved to the folder for all users, so the old ones are refused, even while they still
  // have their name.
  if (ofAll !== undefined && isWithin(requested, ofAll)) {
    const dataOfAll = path.join(ofAll, 'data');
    const from = cameFrom(dataOfAll);
    if (from === undefined) return { place: requested };
    return { place: requested, formerly: path.join(from, path.relative(dataOfAll, requested)) };
  }
  const data = defaultDataFolder(unnamed, platform);
  const former = formerDataFolder(unnamed, platform);
  if (former === undefined) return { place: requested };
  if (isWithin(requested, former) && realPath(former) === realPath(data))
    return placesOf(path.join(data, path.relative(former, requested)), env, platform);
  if (!isWithin(requested, data)) return { place: requested };
  const formerly = path.join(former, path.relative(data, requested));
  const isElsewhereToo =
    existsSync(path.join(formerly, 'ledger.db')) && realPath(formerly) !== realPath(requested);
  return isElsewhereToo ? { place: requested } : { place: requested, formerly };
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

function isWithin(folder: string, outer: string): boolean {
  const way = path.relative(outer, folder);
  return way === '' || !(way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way));
}

/** For a folder that does not exist yet, the nearest existing folder is resolved. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? folder : path.join(realPath(parent), path.basename(folder));
  }
}
