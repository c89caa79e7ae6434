import path from 'node:path';
import { isOwnThere, readOwn, realOwn } from '../../base/platform/files/own-files.ts';
import { appImageInstaller } from './appimage.ts';
import { type Installer, systemInstaller } from './installer.ts';
import type { PackageKind } from './manifest.ts';
import { nsisInstaller } from './nsis.ts';

export interface Installation {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly execPath: string;
  readonly resources: string;
  readonly folder: string;
  /** Starts the program again, once this one has ended. */
  readonly restart: (program: string) => void;
}

/** The commands of the system's package manager, by the kind of package. */
const commands: Readonly<Record<string, string>> = {
  deb: 'sudo apt-get update && sudo apt-get install --only-upgrade khatm',
  rpm: 'sudo dnf upgrade --refresh khatm',
};

/** Finds out how the program was installed; undefined if nothing says so, as when it runs from its sources. */
export function findInstaller(installation: Installation): Installer | undefined {
  const { platform, env, execPath, resources, folder, restart } = installation;
  if (platform === 'linux' && env.APPIMAGE !== undefined) return appImageAt(env.APPIMAGE, restart);
  if (platform === 'linux') {
    // electron-builder writes this file into packages that a system's package manager installs.
    const kind = readOwn(path.join(resources, 'package-type'))?.trim();
    const command = kind === undefined ? undefined : commands[kind];
    return command === undefined ? undefined : systemInstaller(kind as PackageKind, command);
  }
  if (platform !== 'win32' || !isOwnThere(path.join(path.dirname(execPath), 'Uninstall Khatm.exe')))
    return undefined;
  return nsisInstaller({ program: execPath, folder: path.join(folder, 'installers') });
}

/** Returns the file itself if the path is a link to it. */
export function appImageAt(file: string, restart: (program: string) => void): Installer {
  const target = isOwnThere(file) ? realOwn(file) : path.resolve(file);
  return appImageInstaller(target, () => restart(target));
}
