import path from 'node:path';
import {
  type BackupKey,
  newBackupKey,
  readBackupKey,
  writeBackupKey,
} from '../../base/encrypted/backup-key.ts';
import { askUnseen, givenSecret } from '../../base/outside/given-secret.ts';
import { backUpOffice, restoreOffice } from '../backup/back-up-office.ts';
import { usage, type Values } from './usage.ts';

/** Prints a new key, to be written on paper; it is stored nowhere. */
export const printBackupKey = (): void => console.log(writeBackupKey(newBackupKey()));

export async function backUp({ data, to, plain }: Values): Promise<void> {
  if (data === undefined || to === undefined) throw new TypeError(usage);
  const key = plain ? undefined : keyIn(await givenSecret(keyVariable));
  if (key === undefined && !plain)
    throw new TypeError(
      `${keyVariable} has the key of the copy, which \`office backup-key\` makes; --plain makes a copy that anybody can read`,
    );
  const { folder, isOpenToAll } = await backUpOffice(path.resolve(data), {
    to: path.resolve(to),
    now: Date.now(),
    key,
  });
  if (isOpenToAll)
    console.error(`office: every user of this machine may write in ${to}, and so remove or replace a copy`);
  console.log(folder);
}

export async function restore({ data, from, key: officeKey }: Values): Promise<void> {
  if (data === undefined || from === undefined) throw new TypeError(usage);
  const given = keyIn(await givenSecret(keyVariable));
  await restoreOffice(path.resolve(from), path.resolve(data), {
    officeKey,
    mustBeEncrypted: given !== undefined,
    key: async () => given ?? keyIn(await askUnseen('Key of the copy, as it was written down')),
  });
  console.log(`${path.resolve(data)}: start the office on it, and see what \`office check\` says`);
}

const keyVariable = 'KHATM_BACKUP_KEY';

/** The text itself is never shown: it may be a key with one wrong character. */
function keyIn(text: string | undefined): BackupKey | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const key = readBackupKey(text);
  if (key === undefined)
    throw new TypeError('the key of the copy is not whole: a character is wrong or missing');
  return key;
}
