import { createMonths, type Months } from '../accountant/months.ts';
import { encryptionKey } from '../backup/backup-encryption.ts';
import { documentReaders } from '../issue/document-readers.ts';
import { fixedSetting, underPolicy } from '../platform/policy/under-policy.ts';
import { type BackupReader, createBackupReader } from './backup-reader.ts';
import { createDailyBackups, type DailyBackups, folderSetting } from './backups.ts';
import type { EnvironmentBase } from './environment-base.ts';
import { createIndexer, type Indexer } from './indexer.ts';

/** The work on the ledger that no customer waits for. */
export interface BackgroundParts {
  readonly backups: DailyBackups;
  readonly indexer: Indexer;
  readonly months: Months;
  readonly backupReader: BackupReader;
}

export function openBackground({
  options,
  context,
  services,
  company,
  handOver,
  emit,
}: EnvironmentBase): BackgroundParts {
  const { clock, ledger, report } = context;
  // Training's documents are not worth a backup, and their backups could be mistaken for real ones.
  const folder = context.environment === 'training' ? undefined : options.policy.backups?.folder;
  const backups = services.add(
    'backups',
    createDailyBackups({
      ledger,
      settings: underPolicy(
        ledger.settings,
        fixedSetting(folderSetting, folder, () => folder),
      ),
      vatNumber: () => company()?.vatNumber,
      encryptionKey: () => encryptionKey(ledger.settings, context.secrets, context.environment),
      readers: documentReaders,
      folder: context.folder,
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
      folder: context.folder,
      failureOf: report('month'),
      onChange: () => emit('month-changed'),
    }),
  );
  const backupReader = createBackupReader({
    ...context,
    ledgerId: ledger.id,
    stateFolder: options.stateFolder,
    handOver,
    now: () => clock.now(),
  });
  services.add('backup reader', { stop: backupReader.close });
  return { backups, indexer, months, backupReader };
}
