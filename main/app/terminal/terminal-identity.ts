import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { fail } from '../../../shared/failure.ts';
import { environments } from '../../../shared/status.ts';
import { idSetting } from '../../../shared/stored/settings/terminal.ts';
import { privateFile } from '../../base/platform/files/private-files.ts';
import type { Settings } from '../../base/platform/settings.ts';

/** The file in the folder of each environment with the id under which a keychain has its secrets. */
export const identityFile = 'terminal.json';

const identitySchema = z.object({ khatm: z.literal('terminal'), id: z.uuid() });

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
      if (readId(environmentFolder) === undefined) writeId(environmentFolder, id);
    },
  };
}

export type TerminalIdentity = ReturnType<typeof terminalIdentity>;

function readId(folder: string): string | undefined {
  try {
    return identitySchema.parse(JSON.parse(readFileSync(path.join(folder, identityFile), 'utf8'))).id;
  } catch {
    return undefined;
  }
}

function writeId(folder: string, id: string): void {
  try {
    const text = JSON.stringify({ khatm: 'terminal', id } satisfies z.infer<typeof identitySchema>);
    writeFileSync(path.join(folder, identityFile), text, { mode: privateFile });
  } catch (cause) {
    fail('folder-unusable', {}, cause);
  }
}
