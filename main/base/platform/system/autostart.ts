import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { makeFolders } from '../files/make-folder.ts';

/** Returns the file by which a Linux desktop starts the program when a person signs in (XDG autostart). */
export function autostartFile(env: NodeJS.ProcessEnv): string {
  const config = env.XDG_CONFIG_HOME ?? path.join(homedir(), '.config');
  return path.join(config, 'autostart', 'khatm.desktop');
}

/**
 * Returns the program to start: a package's own launcher, which turns off the system's dumps of the whole memory, if
 * there is one.
 * @param execPath the path of this process's program
 * @param resources the folder with the package's other files
 */
export function programToStart(env: NodeJS.ProcessEnv, execPath: string, resources: string): string {
  // An AppImage runs from a different path at each start.
  if (env.APPIMAGE !== undefined) return env.APPIMAGE;
  const launcher = path.join(resources, 'khatm.sh');
  try {
    accessSync(launcher, constants.X_OK);
    return launcher;
  } catch {
    return execPath;
  }
}

export const isAutostartOn = (file: string): boolean => existsSync(file);

/**
 * Writes or removes the file for starting at sign-in. @param program the full path of the program @throws Error of the
 * file system
 */
export function setAutostart(file: string, starts: boolean, program: string): void {
  if (!starts) {
    rmSync(file, { force: true });
    return;
  }
  // The path is quoted, with the characters that the specification reserves escaped, and % doubled.
  const quoted = `"${program
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
  makeFolders(path.dirname(file));
  writeFileSync(
    file,
    ['[Desktop Entry]', 'Type=Application', 'Name=Khatm', `Exec=${quoted}`, 'Terminal=false', ''].join('\n'),
  );
}
