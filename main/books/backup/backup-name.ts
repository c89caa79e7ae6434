import { encryptedEnding } from '../../base/encrypted/encrypted-copy.ts';
import { riyadhDateTime, riyadhInstant } from '../../base/platform/riyadh-time.ts';

export interface BackupName {
  readonly vatNumber: string;
  /** The time in Riyadh, as in the name: `20261120T131500`. */
  readonly taken: string;
  /** The first 8 digits of the ledger's id, which distinguish the devices of a company that share a folder. */
  readonly ledger: string;
  /** The counter of its newest document; 0 if it has none. */
  readonly icv: number;
  readonly isEncrypted: boolean;
}

const pattern =
  /^(?<vatNumber>\d{15})_(?<taken>\d{8}T\d{6})_(?<ledger>[0-9a-f]{8})_(?<icv>\d{6,})\.khatm(?<encrypted>\.encrypted)?$/;

/**
 * Makes `<VAT number>_<date>T<time>_<ledger>_<counter>.khatm`, after the official name of a document's file; an encrypted
 * one ends in `.khatm.encrypted`.
 */
export function backupName(backup: {
  vatNumber: string;
  ledgerId: string;
  icv: number;
  at: number;
  isEncrypted: boolean;
}): string {
  const { date, time } = riyadhDateTime(backup.at);
  const taken = `${date}T${time}`.replace(/[-:]/g, '');
  const icv = String(backup.icv).padStart(6, '0');
  return `${backup.vatNumber}_${taken}_${ledgerMark(backup.ledgerId)}_${icv}.khatm${backup.isEncrypted ? encryptedEnding : ''}`;
}

/** @returns undefined for other names */
export function readBackupName(name: string): BackupName | undefined {
  const { vatNumber, taken, ledger, icv, encrypted } = pattern.exec(name)?.groups ?? {};
  if (!vatNumber || !taken || !ledger || !icv) return undefined;
  return { vatNumber, taken, ledger, icv: Number(icv), isEncrypted: encrypted !== undefined };
}

/** Returns the time in a name, in milliseconds since 1970; NaN if there is no such time, since anybody may rename a file. */
export function takenAt({ taken }: Pick<BackupName, 'taken'>): number {
  const [, date, time] = /^(\d{8})T(\d{6})$/.exec(taken) ?? [];
  const day = date?.replace(/(....)(..)(..)/, '$1-$2-$3');
  return riyadhInstant(`${day}T${time?.replace(/(..)(..)(..)/, '$1:$2:$3')}`);
}

/** @param ledgerId a UUID */
export const ledgerMark = (ledgerId: string) => ledgerId.slice(0, 8);
