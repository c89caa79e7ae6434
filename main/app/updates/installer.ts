import type { PackageKind } from './manifest.ts';

/** The platform's way of replacing this installation of the program with another version. */
export interface Installer {
  readonly kind: PackageKind;
  /** The command by which the system's administrator updates it; undefined if the program replaces itself. */
  readonly command?: string | undefined;
  /** False if a person must agree on the screen, so that nothing is installed at night. */
  readonly isSilent: boolean;
  /** True if an administrator approves the package, which then runs with their rights: only a signed one may. */
  readonly isElevated?: boolean;
  /**
   * Keeps a copy of the present program, for going back.
   * @param folder the folder for the copy
   * @param version the version of the running program
   * @returns the path of the copy; undefined if there is nothing to keep
   */
  keepFormer(folder: string, version: string): Promise<string | undefined>;
  /**
   * Puts a checked package in place, all of it or nothing.
   * @param sha256 the hash that it must still have if it is started later
   * @returns what remains to be done once the terminal is closed, such as starting the new version
   */
  install(file: string, version: string, sha256: string): Promise<() => void>;
}

/** Makes the installer of an installation that the system's administrator maintains. */
export function systemInstaller(kind: PackageKind, command: string | undefined): Installer {
  return {
    kind,
    command: command ?? '',
    isSilent: false,
    keepFormer: async () => undefined,
    install: () => Promise.reject(new Error('installed by the system alone')),
  };
}
