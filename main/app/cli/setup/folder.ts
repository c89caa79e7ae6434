import path from 'node:path';
import { FailureError } from '../../../../shared/failure.ts';
import { environments } from '../../../../shared/status.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import { chooseDataFolder, type Stays } from '../../../base/platform/all-users/choose-data-folder.ts';
import { isGroupName, shareFolder } from '../../../base/platform/all-users/share-folder.ts';
import { isOwnThere } from '../../../base/platform/files/own-files.ts';
import { allUsersFolderOf } from '../../../base/platform/folders/data-folder.ts';
import { refuseMovedFolder } from '../../../base/platform/folders/moved-folder.ts';
import { encryptWithPassphrase } from '../../../base/vault/open-vault.ts';
import { createSettings } from '../../../books/ledger/database/settings.ts';
import { holdAlone } from '../../../books/ledger/queue/hold-alone.ts';
import { takeLock } from '../../../books/ledger/queue/process-lock.ts';
import { openTerminalDatabase } from '../../terminal/terminal-database.ts';
import { terminalIdentity } from '../../terminal/terminal-identity.ts';
import { host } from '../host.ts';
import { refuseOption } from '../option-values.ts';
import { newSecretFromOutside } from '../secrets-from-outside.ts';
import { UsageError } from '../usage-error.ts';

const staysWords: Readonly<Record<Stays, string>> = {
  'not-administrators':
    'the folder for all users could be exchanged by others than administrators, or several groups enter it; `khatm folder share` puts it in order',
  'not-member':
    'they are not in the group of the folder for all users; once an administrator adds them, it counts at their next sign-in',
  'own-books': 'there are records in both, and two tills do not become one',
  'own-vault':
    'its secrets are in this user’s keychain; `khatm folder passphrase` puts them behind a passphrase',
};

/** `khatm folder where`: prints the window's data folder, and why, if it is not the one for all users. */
export function showFolder(): void {
  const { data, comesFrom, stays } = chooseDataFolder();
  console.log(data);
  if (comesFrom !== undefined) console.log(`The records in ${comesFrom} move there with the next start.`);
  if (stays !== undefined) console.log(`This user’s own folder stays in use: ${staysWords[stays]}.`);
}

export function shareTill({ group }: { group: string }): void {
  const root = allUsersFolderOf({ ...process.env, KHATM_DATA: undefined });
  if (root === undefined)
    throw new UsageError(
      'only on Windows; elsewhere one user runs the till for all, for instance as a service',
    );
  if (!isGroupName(group)) refuseOption('--group', group, 'is no name for a group of this machine');
  const refused = attempt(() => shareFolder({ root, group }));
  if (refused !== undefined)
    throw new UsageError(
      refused.refused === 'link'
        ? `${refused.place}: is no folder of its own; remove it`
        : `${refused.place}: belongs to others than administrators; look at what is in it and remove it, or see "policy" in the manual`,
    );
  console.log(`${root}: made for the group ${group}`);
  console.log(
    `Add who works at the till: net localgroup "${group}" NAME /add; it counts at their next sign-in.`,
  );
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const stderrText = (error as { stderr?: Buffer }).stderr?.toString('utf8').trim();
    throw new UsageError(
      `Windows refused it; is this an administrator’s prompt? ${stderrText ?? ''}`.trim(),
      {
        cause: error,
      },
    );
  }
}

/** `khatm folder passphrase`: protects the secrets of a data folder with a passphrase. The till must be closed. */
export async function encryptFolder({ data }: { data: string }): Promise<void> {
  if (!isOwnThere(path.join(data, 'terminal.db'))) throw new UsageError(`${data}: has no terminal`);
  refuseMovedFolder(data);
  const passphrase = await newSecretFromOutside('KHATM_PASSPHRASE', 'New passphrase of the vault');
  if (!passphrase)
    throw new UsageError('the passphrase is needed: in KHATM_PASSPHRASE, or typed at a terminal');
  const alone = holdAlone(data);
  if (alone === undefined) throw new UsageError(`${data}: another program has it open; close the till first`);
  alone.release();
  const database = openTerminalDatabase(data);
  try {
    const identity = terminalIdentity(data, createSettings(database));
    for (const name of environments) {
      const folder = path.join(data, name);
      if (name === 'training' || !hasVault(folder)) continue;
      const { osCipher, startKeychain } = host().terminal;
      await encryptWithPassphrase({
        folder,
        folderId: identity.of(folder),
        lock: takeLock,
        osCipher,
        startKeychain,
        passphrase,
      }).catch((error: unknown) => {
        if (!(error instanceof FailureError)) throw error;
        throw new UsageError(`${name}: ${describeFailure(error.failure, 'en')}`, { cause: error });
      });
      console.log(`${name}: a passphrase opens its secrets now`);
    }
  } finally {
    database.close();
  }
}

/** A file of secrets records how it is opened, in case the record elsewhere was lost. */
const hasVault = (folder: string) =>
  ['vault.json', 'secrets.json'].some((name) => isOwnThere(path.join(folder, name)));
