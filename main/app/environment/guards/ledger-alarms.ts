import { type Alarm, ledgerRefusals } from '../../../../shared/alarm.ts';
import type { Failure } from '../../../../shared/failure.ts';
import type { LastBackup } from '../../../../shared/stored/settings/environment.ts';

/* Returns the current alarms about an environment's ledger, its witness and its backups. */

/** The number of milliseconds before the alarm: a key store may be locked for a moment, or ask a person. */
const witnessTimeoutMs = 5 * 60_000;

/** @param unready the reason why the environment cannot sell */
export function ledgerAlarms(unready: Failure | undefined): Alarm[] {
  const refusal = ledgerRefusals.find((code) => code === unready?.code);
  return refusal === undefined ? [] : [{ kind: 'ledger', level: 'red', why: refusal }];
}

/**
 * @param since the time from which the witness could not be written, in milliseconds since 1970
 * @param now milliseconds since 1970
 */
export function witnessAlarms(since: number | undefined, now: number): Alarm[] {
  if (since === undefined || now - since < witnessTimeoutMs) return [];
  return [{ kind: 'witness', level: 'amber', since: new Date(since).toISOString() }];
}

/**
 * @param failure the reason why the last backup could not be made
 * @param strange a file that by its name is a backup of later documents than the ledger has, and proves nothing
 * @param last the last backup; undefined without a folder
 * @param isOld true when the last backup was made too long ago
 */
export function backupAlarms(
  failure: Failure | undefined,
  strange: string | undefined,
  last: LastBackup | undefined,
  isOld: boolean,
): Alarm[] {
  const whyOfLast = isOld ? 'old' : last?.isOpenToAll === true ? 'open' : undefined;
  const why = failure === undefined ? whyOfLast : whyOf(failure.code);
  return [
    ...(why === undefined ? [] : [{ kind: 'backup', level: 'amber', why } as const]),
    ...(strange === undefined ? [] : [{ kind: 'backup-strange', level: 'amber', name: strange } as const]),
  ];
}

function whyOf(code: Failure['code']): Extract<Alarm, { kind: 'backup' }>['why'] {
  const knownCodes = ['disk-full', 'folder-unusable', 'document-damaged', 'vault-locked'] as const;
  if (code.startsWith('place-')) return 'folder-unusable';
  return knownCodes.find((each) => each === code) ?? 'other';
}
