import { backupFolderSetting } from '../../../../shared/stored/settings/environment.ts';
import { neededKeyId } from '../../../base/encrypted/encrypted-copy.ts';
import { fixedSetting, underPolicy } from '../../../base/platform/policy/under-policy.ts';
import { encryptionKey, keptBackupKey } from '../../../books/backup/backup-encryption.ts';
import { createMonths } from '../../../till/accountant/months.ts';
import { documentReaders } from '../../../till/issue/document-readers.ts';
import { createBackupReader } from '../backups/backup-reader.ts';
import { createDailyBackups } from '../backups/backups.ts';
import type { EnvironmentContext } from '../context.ts';
import { createIndexer } from '../indexer.ts';

export type BackgroundParts = ReturnType<typeof openBackground>;

/** Makes the work on the ledger that no customer waits for. */
export function openBackground(context: EnvironmentContext) {
  const { options, environment, folder, ledger, secrets, services, clock, company, emit, report } = context;
  // Training's documents are not worth a backup, and their backups could be mistaken for real ones.
  const backupFolder = environment === 'training' ? undefined : options.policy.backups?.folder;
  const backups = services.add(
    'backups',
    createDailyBackups({
      ledger,
      settings: underPolicy(
        ledger.settings,
        fixedSetting(backupFolderSetting, backupFolder, () => backupFolder),
      ),
      vatNumber: () => company()?.vatNumber,
      encryptionKey: () => encryptionKey(ledger.settings, secrets, environment),
      readers: documentReaders,
      folder,
      keyOf: async (file) => {
        const id = await neededKeyId(file);
        return id === undefined ? undefined : keptBackupKey(secrets, environment, id).catch(() => undefined);
      },
      clock,
      failureOf: report('backup'),
      onChange: () => emit('backups-changed', 'health-changed'),
    }),
    'leading',
  );
  const indexer = services.add('indexer', createIndexer(ledger, clock, report('search')));
  const months = services.add(
    'month',
    createMonths({
      ledger,
      clock,
      company,
      folder,
      failureOf: report('month'),
      onChange: () => emit('month-changed'),
    }),
  );
  const backupReader = createBackupReader({
    environment,
    folder,
    secrets,
    ledgerId: ledger.id,
    stateFolder: options.stateFolder,
    handOver: context.handOver,
    now: () => clock.now(),
  });
  services.add('backup reader', { stop: backupReader.close });
  return { backups, indexer, months, backupReader };
}
