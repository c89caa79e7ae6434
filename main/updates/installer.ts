import type { PackageKind } from './manifest.ts';

/** The way in which this installation of the program gets another version: the work of the platform alone. */
export interface Installer {
  /** The package that takes its place. */
  readonly kind: PackageKind;
  /** The command by which the system's administrator updates it; undefined if the program replaces itself. */
  readonly command?: string | undefined;
  /** False if a person must agree on the screen, so that nothing is installed at night. */
  readonly isSilent: boolean;
  /** True if an administrator agrees to the package, which is started as theirs: none but a signed one may be. */
  readonly isElevated?: boolean;
  /**
   * Keeps a copy of the present program, to go back to.
   * @param folder where to
   * @param version of the program that runs
   * @returns the path of the copy; undefined if there is nothing to keep
   */
  keepFormer(folder: string, version: string): Promise<string | undefined>;
  /**
   * Puts a checked package in place, all of it or nothing.
   * @param sha256 what it must still be where it is started later
   * @returns what remains to be done once the terminal is closed, such as starting the new version
   */
  install(file: string, version: string, sha256: string): Promise<() => void>;
}

/** An installation that the system's administrator looks after. */
export function systemInstaller(kind: PackageKind, command: string | undefined): Installer {
  return {
    kind,
    command: command ?? '',
    isSilent: false,
    keepFormer: async () => undefined,
    install: () => Promise.reject(new Error('installed by the system alone')),
  };
}
