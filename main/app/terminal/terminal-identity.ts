import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { fail } from '../../../shared/failure.ts';
import { environments } from '../../../shared/status.ts';
import { terminalIdentityForm } from '../../../shared/stored/program/program.ts';
import { idSetting } from '../../../shared/stored/settings/terminal.ts';
import { isOwnThere, readOwn, writeOwn } from '../../base/platform/files/own-files.ts';
import type { Settings } from '../../base/platform/settings.ts';

/** The file in the folder of each environment with the id under which a keychain has its secrets. */
export const identityFile = 'terminal.json';

/**
 * Reads the id by which a keychain distinguishes data folders. It is in terminal.db and in the folder of every
 * environment that has a vault, so that no secrets are lost if one of these is lost.
 * @param folder the data folder
 */
export function terminalIdentity(folder: string, settings: Settings) {
  const inSettings = settings.read(idSetting);
  const noted = environments.map((name) => readId(path.join(folder, name))).filter((id) => id !== undefined);
  /** The id of the terminal, for environments that do not have their own. */
  const id = inSettings ?? noted.at(-1) ?? randomUUID();
  if (id !== inSettings) settings.write(idSetting, id);
  return {
    id,
    /** Returns the id of one environment; the file in its folder takes precedence over terminal.db. */
    of: (environmentFolder: string) => readId(environmentFolder) ?? id,
    /** Notes the id of an environment whose vault it opened. @throws FailureError `folder-unusable` */
    note(environmentFolder: string) {
      if (!isOwnThere(path.join(environmentFolder, identityFile))) writeId(environmentFolder, id);
    },
  };
}

export type TerminalIdentity = ReturnType<typeof terminalIdentity>;

/** Reads the id; if it cannot be read, the other copies have it, and the file stays as it is. */
function readId(folder: string): string | undefined {
  const file = path.join(folder, identityFile);
  const text = readOwn(file);
  const read = text === undefined ? undefined : terminalIdentityForm.read(text);
  return read?.ok ? read.value.id : undefined;
}

function writeId(folder: string, id: string): void {
  try {
    writeOwn(path.join(folder, identityFile), terminalIdentityForm.write({ id }));
  } catch (cause) {
    fail('folder-unusable', {}, cause);
  }
}
