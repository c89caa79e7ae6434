import type { CommandName, CommandOutput, CommandParsed } from '../../shared/contract/index.ts';
import type { Backups } from '../../shared/contract/maintenance.ts';
import type { MonthFile } from '../../shared/contract/month.ts';
import { type Failure, fail } from '../../shared/failure.ts';
import { now } from './fake-documents.ts';

/* Maintenance of the fake terminal: it copies nothing and gives fixed answers. */

export interface MaintenanceOptions {
  readonly backups?: Partial<Backups>;
  /** The file of a month. */
  readonly month?: MonthFile;
  /** The fault that the check of the ledger reports. */
  readonly broken?: string;
}

type Names = Extract<CommandName, `maintenance.${string}` | `clock.${string}` | `month.${string}`>;
type Handlers = { [N in Names]: (input: CommandParsed<N>) => CommandOutput<N> };

/** @param onAdopted called when a manager declares this to be the only copy */
export function createFakeMaintenance(
  options: MaintenanceOptions,
  ledger: readonly unknown[],
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
  return {
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
    'maintenance.export': () => ({ documents: ledger.length, written: 12, sums: 'SHA256SUMS' }),
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
