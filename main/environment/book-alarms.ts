import { type Alarm, ledgerRefusals } from '../../shared/alarm.ts';
import type { Failure } from '../../shared/failure.ts';

/** What is known of an environment's books: of the ledger, of its witness and of its backups. */
export interface Books {
  /** Why the environment cannot sell. */
  readonly unready: Failure | undefined;
  /** Since when the witness cannot be written, milliseconds since 1970. */
  readonly unwitnessedSince: number | undefined;
  /** Why the last backup could not be made. */
  readonly backupFailure: Failure | undefined;
}

/** A key store that is locked for a moment, or asks a person, is nobody's alarm. Milliseconds. */
const witnessPatience = 5 * 60_000;

/** Alarms about the books, while what they are about lasts. @param now milliseconds since 1970 */
export function bookAlarms({ unready, unwitnessedSince, backupFailure }: Books, now: number): Alarm[] {
  const alarms: Alarm[] = [];
  const refusal = ledgerRefusals.find((code) => code === unready?.code);
  if (refusal !== undefined) alarms.push({ kind: 'ledger', level: 'red', why: refusal });
  if (unwitnessedSince !== undefined && now - unwitnessedSince >= witnessPatience)
    alarms.push({ kind: 'witness', level: 'amber', since: new Date(unwitnessedSince).toISOString() });
  if (backupFailure !== undefined)
    alarms.push({ kind: 'backup', level: 'amber', why: whyOf(backupFailure.code) });
  return alarms;
}

function whyOf(code: Failure['code']): Extract<Alarm, { kind: 'backup' }>['why'] {
  return code === 'disk-full' || code === 'folder-unusable' ? code : 'other';
}
