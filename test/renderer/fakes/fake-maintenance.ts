import type { CommandName, CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import type { BackupFile } from '../../../shared/contract/terminal/backups.ts';
import type { Backups } from '../../../shared/contract/terminal/maintenance.ts';
import type { InvoiceRow } from '../../../shared/contract/till/invoices.ts';
import type { MonthFile } from '../../../shared/contract/till/month.ts';
import { type Failure, fail } from '../../../shared/failure.ts';
import { now } from './fake-documents.ts';

/* The maintenance of the fake terminal, which copies nothing and gives fixed answers. */

export interface MaintenanceOptions {
  readonly backups?: Partial<Backups>;
  /** The file of a month. */
  readonly month?: MonthFile;
  /** The reason why a backup may not replace the ledger. */
  readonly refusal?: Failure;
  /** True if a newer backup is beside each one. */
  readonly hasNewerBackup?: boolean;
  /** The fault that the check of the ledger reports. */
  readonly broken?: string;
  readonly comparison?: CommandOutput<'maintenance.comparison'>;
}

type Names = Extract<
  CommandName,
  `maintenance.${string}` | `backup.${string}` | `clock.${string}` | `month.${string}`
>;
type Handlers = { [N in Names]: (input: CommandParsed<N>) => CommandOutput<N> };

export const fakeBackupKey = '7K3M-ZQ4T-9XW2-HB6N-0RVD-5EJS-C8PA';

/** @param onAdopted a function that is called when a manager declares this to be the only copy */
export function createFakeMaintenance(
  options: MaintenanceOptions,
  ledger: readonly InvoiceRow[],
  onAdopted: () => void,
): Handlers {
  let month: MonthFile = options.month ?? { state: 'none' };
  let backups: Backups = { running: false, ...options.backups };
  const copy = () => {
    // The fake can write only to folders under /media, so that refusals can be shown.
    const failure: Failure = { code: 'folder-unusable' };
    const isUsable = backups.folder?.startsWith('/media/') === true;
    if (!isUsable) {
      backups = { ...backups, failure };
      return fail('folder-unusable');
    }
    const file = `${backups.folder}/399999999900003_T1_20261120T123000.db`;
    const last = { at: new Date(now).toISOString(), file, documents: ledger.length, bytes: 41_820_160 };
    backups = { ...backups, failure: undefined, last };
    return backups;
  };
  const newest = ledger[0] && { number: ledger[0].number, issuedAt: ledger[0].issuedAt };
  const examined = (key: string | undefined) => {
    if (key === undefined) fail('backup-key-needed');
    if (!key.startsWith('7K3M')) fail('backup-key-wrong');
    return { documents: ledger.length, ...(newest && { newest }) };
  };
  const files = (folder: string): BackupFile[] =>
    [0, 1, 2].map((day) => ({
      file: `${folder}/399999999900003_2026112${day}T130000_0a1b2c3d_00004${day}.khatm${day > 0 ? '.encrypted' : ''}`,
      taken: new Date(now - (day + 1) * 86_400_000).toISOString(),
      documents: ledger.length - day,
      bytes: 41_820_160,
      isEncrypted: day > 0,
      isOwn: day < 2,
    }));
  return {
    'backup.newKey': () => ({ key: fakeBackupKey }),
    'backup.encrypt': ({ key }) => {
      if (key.replace(/[^0-9A-Z]/gi, '').length !== 28)
        fail('bad-input', { issues: [{ path: ['key'], code: 'backup-key', message: '' }] });
      backups = { ...backups, encryptedSince: new Date(now).toISOString() };
      return backups;
    },
    'backup.encryptNoMore': () => {
      backups = { ...backups, encryptedSince: undefined };
      return backups;
    },
    'backup.showKey': () => ({ key: fakeBackupKey }),
    'backup.files': ({ folder = backups.folder }) => ({
      folder,
      files:
        folder === undefined ? [] : folder.startsWith('/media/') ? files(folder) : fail('folder-unusable'),
    }),
    'backup.open': ({ file, key }) => ({
      company: 'Riyadh Corner Coffee',
      ...(file.endsWith('.encrypted') ? examined(key) : examined('7K3M')),
    }),
    'backup.documents': () => ({ rows: ledger.slice(0, 20), total: ledger.length }),
    'backup.document': () => ({ html: '<p>T1-000042</p>', fileName: 'T1.xml', xml: '<Invoice/>' }),
    'backup.close': () => ({}),
    'backup.examine': ({ file, key }) => ({
      ...(file.endsWith('.encrypted') ? examined(key) : examined('7K3M')),
      ...(options.refusal && { refused: options.refusal }),
      ...(options.hasNewerBackup && {
        newer: { file: file.replace('2026112', '2026113'), documents: ledger.length + 2 },
      }),
    }),
    'backup.restore': ({ last }) => {
      const number = newest?.number ?? '0';
      if (last !== number) fail('receipts-after', { detail: { number, last } });
      return { documents: ledger.length, setAside: '/data/ledger.db.aside-2026-11-20T130000' };
    },
    'maintenance.backups': () => backups,
    'maintenance.setBackups': ({ folder }) => {
      backups = { running: false, ...(folder !== undefined && { folder }) };
      try {
        copy();
      } catch {
        // The returned view contains the reason.
      }
      return backups;
    },
    'maintenance.backUp': copy,
    'maintenance.export': () => ({
      documents: ledger.length,
      written: 12,
      sums: 'SHA256SUMS',
      isOpenToAll: false,
    }),
    'maintenance.comparison': () => options.comparison ?? {},
    'maintenance.check': () => ({
      documents: ledger.length,
      ...(options.broken !== undefined && { broken: options.broken }),
    }),
    'month.get': () => month,
    'month.make': ({ month: name, folder }) => {
      if (!folder.startsWith('/media/')) return fail('folder-unusable');
      month = { state: 'working', month: name, folder, done: 1_250, of: 4_817 };
      return month;
    },
    'month.stop': () => {
      if (month.state === 'working') month = { ...month, state: 'unfinished' };
      return month;
    },
    'month.drop': () => {
      month = { state: 'none' };
      return month;
    },
    'clock.confirm': () => ({}),
    'clock.correct': () => ({ documents: 2 }),
    'maintenance.adoptPlace': () => {
      onAdopted();
      return {};
    },
    'maintenance.resumeIssuing': () => {
      onAdopted();
      return {};
    },
  };
}
