import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Where this user's terminal keeps its data when no folder is named: the platform's own place for it. */
export function defaultDataFolder(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  if (env.KHATM_DATA) return path.resolve(env.KHATM_DATA);
  const base =
    platform === 'win32'
      ? (env.APPDATA ?? path.join(homedir(), 'AppData', 'Roaming'))
      : platform === 'darwin'
        ? path.join(homedir(), 'Library', 'Application Support')
        : (env.XDG_CONFIG_HOME ?? path.join(homedir(), '.config'));
  return path.join(base, 'Khatm', 'data');
}

/**
 * Where this user's machine keeps what a data folder must not take with it when it is copied or put back. Never inside
 * that folder, wherever somebody has put it.
 */
export function stateFolderOf(
  dataFolder: string,
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string {
  const home = homedir();
  const own =
    platform === 'win32'
      ? path.join(env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), 'Khatm', 'state')
      : platform === 'darwin'
        ? path.join(home, 'Library', 'Application Support', 'Khatm state')
        : path.join(env.XDG_STATE_HOME ?? path.join(home, '.local', 'state'), 'khatm');
  const data = realPath(path.resolve(dataFolder));
  const asked = env.KHATM_STATE ? [path.resolve(env.KHATM_STATE)] : [];
  const outside = [...asked, own, path.join(home, '.khatm-state')].find(
    (folder) => !isWithin(realPath(folder), data),
  );
  return outside ?? `${data}.state`;
}

function isWithin(folder: string, outer: string): boolean {
  const way = path.relative(outer, folder);
  return way === '' || !(way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way));
}

/** Of what is not there yet: of the nearest folder that is. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? folder : path.join(realPath(parent), path.basename(folder));
  }
}
