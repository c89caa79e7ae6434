import { fail } from '../../../../shared/failure.ts';
import { provedSettings } from '../../../../shared/stored/settings/proved-settings.ts';
import type { Database } from '../database/database.ts';
import { digestOf } from '../documents/row-digest.ts';
import type { AuditLog } from './audit-log.ts';

/*
 * Rows that change, and that are few: each change is in one transaction with a line of the audit log, which has the
 * digest of all rows of its kind as they are then.
 */

const provedNames = provedSettings.map((name) => `'${name}'`).join(', ');

const rowsOf = {
  /** Everything that is kept of certificates and of how they were requested. */
  'credentials-recorded': [
    'SELECT * FROM flow ORDER BY id',
    'SELECT * FROM series_result ORDER BY flow_id, document',
    'SELECT * FROM credential ORDER BY id',
    'SELECT * FROM credential_refusal ORDER BY id',
    'SELECT * FROM credential_let_in ORDER BY credential_id',
  ],
  /** The settings that stop issuing, and those of the head office that may. */
  'settings-recorded': [`SELECT * FROM setting WHERE key IN (${provedNames}) ORDER BY key`],
} as const;

export type RecordedAction = keyof typeof rowsOf;

/** Returns functions for the digest of all rows of each kind. */
export function createRecordedDigests(database: Database): Record<RecordedAction, () => string> {
  const digest = (action: RecordedAction) => {
    const statements = rowsOf[action].map((sql) => database.prepare<[], unknown>(sql));
    return () => digestOf(statements.map((each) => each.all()));
  };
  return {
    'credentials-recorded': digest('credentials-recorded'),
    'settings-recorded': digest('settings-recorded'),
  };
}

/** Returns the digest of rows of a kind before there was any. */
export const noRows = (action: RecordedAction): string => digestOf(rowsOf[action].map(() => []));

/**
 * Runs a change of these rows in one transaction with its line. It throws FailureError `ledger-broken` where somebody
 * altered one of them since the line before.
 * @param at the time in milliseconds since 1970; by default that of the line before, for rows without a time
 */
export type RecordChange = <T>(change: () => T, at?: number) => T;

export function createRecordChange(
  database: Database,
  audit: Pick<AuditLog, 'write'>,
  action: RecordedAction,
): RecordChange {
  const digest = createRecordedDigests(database)[action];
  const recorded = database
    .prepare<[], string>(
      `SELECT detail ->> '$.digest' FROM audit
       WHERE action IN ('credentials-recorded', 'settings-recorded') AND action = '${action}' ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  const lastAt = database.prepare<[], number>('SELECT at FROM audit ORDER BY id DESC LIMIT 1').pluck();
  return (change, at) =>
    database
      .transaction(() => {
        const before = digest();
        // A change on top of altered rows would prove them, too.
        if (before !== (recorded.get() ?? noRows(action)))
          fail('ledger-broken', { detail: { found: action } });
        const result = change();
        const after = digest();
        if (after !== before)
          audit.write({ at: at ?? lastAt.get() ?? 0, actor: 'terminal', action, detail: { digest: after } });
        return result;
      })
      .immediate();
}
