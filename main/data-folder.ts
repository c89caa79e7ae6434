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
