import { fail } from '../../../../shared/failure.ts';
import { backupKeyOrFail, newBackupKey, writeBackupKey } from '../../../base/encrypted/backup-key.ts';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { encryptFrom, encryptionKey, encryptNoMore } from '../../../books/backup/backup-encryption.ts';
import { refuseBusy } from '../../environment/refuse-busy.ts';
import type { CommandContext } from '../context.ts';

/** The commands about the backups themselves: their key, reading one, and restoring one. */
export function backupCommands({
  environment: opened,
  terminal: { clock, whileClosed, audit },
}: CommandContext): HandlersOf<'backup.'> {
  const { environment, ledger, vault, backups, backupReader } = opened;

  return {
    'backup.newKey': () => ({ key: writeBackupKey(newBackupKey()) }),
    'backup.encrypt': async ({ key: typed }, { name }) => {
      const key = backupKeyOrFail(typed);
      await encryptFrom(ledger.settings, vault.store, { environment, key, now: clock.now() });
      audit(name, 'backups-encrypted');
      // The view shows why a backup failed.
      await backups.runAnew().catch(() => undefined);
      return backups.view();
    },
    'backup.encryptNoMore': (_, { name }) => {
      encryptNoMore(ledger.settings);
      audit(name, 'backups-plain');
      return backups.view();
    },
    'backup.showKey': async (_, { name }) => {
      const key = (await encryptionKey(ledger.settings, vault.store, environment)) ?? fail('not-found');
      audit(name, 'backup-key-shown');
      return { key: writeBackupKey(key) };
    },
    'backup.files': async ({ folder = backups.view().folder }) => ({
      folder,
      files: folder === undefined ? [] : await backupReader.files(folder),
    }),
    'backup.open': async ({ file, key }, { name }) => {
      const view = await backupReader.open(file, key);
      audit(name, 'backup-read', { file });
      return view;
    },
    'backup.documents': (input) => backupReader.documents(input),
    'backup.document': (input) => backupReader.document(input),
    'backup.close': () => backupReader.close(),
    'backup.examine': ({ file, key }) => backupReader.examine(file, key),
    'backup.restore': async (input, { name }) => {
      refuseBusy(opened);
      // Every byte is checked while the shop goes on selling, and once more when selling has stopped.
      const replace = await backupReader.toRestore(input, name);
      const { documents, setAside } = await whileClosed(environment, replace);
      audit(name, 'backup-restored', { documents, file: input.file, last: input.last });
      return { documents, ...(setAside !== undefined && { setAside }) };
    },
  };
}
