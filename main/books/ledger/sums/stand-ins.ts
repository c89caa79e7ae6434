import { fail } from '../../../../shared/failure.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { countedAt, type LedgerEntry } from '../documents/entry.ts';
import { createReissues } from '../documents/reissues.ts';
import type { Takings } from './takings.ts';

/** A manager's statement that a document stands for a rejected one, though it was issued by itself. */
export interface StandIn {
  /** The uuid of the rejected document. */
  readonly rejected: string;
  /** The document that stands for it. */
  readonly entry: LedgerEntry;
  readonly actor: string;
  /** The time in milliseconds since 1970. */
  readonly now: number;
}

/** Creates the statements. @param refuseNewer refuses a ledger whose schema this program does not know */
export function createStandIns(
  database: Database,
  audit: Pick<AuditLog, 'write'>,
  { takings, accounts }: { takings: Pick<Takings, 'forget'>; accounts: Pick<Accounts, 'forget'> },
  refuseNewer: () => void,
) {
  const reissues = createReissues(database);
  const isClosed = database
    .prepare<[number], 0 | 1>(
      `SELECT EXISTS (SELECT 1 FROM document AS d JOIN shift_report AS r ON r.number = d.shift WHERE d.icv = ?)`,
    )
    .pluck();
  const numberAt = database.prepare<[number], string>('SELECT number FROM document WHERE icv = ?').pluck();
  // Programs that follow changes see that it replaces another one now.
  const change = database.prepare<[number, number]>(
    `UPDATE status_change SET id = (SELECT max(id) FROM status_change) + 1,
       at = max(?, (SELECT at FROM status_change ORDER BY id DESC LIMIT 1)) WHERE icv = ?`,
  );

  const say = database.transaction((check: () => StandIn): LedgerEntry => {
    refuseNewer();
    const { rejected, entry, actor, now } = check();
    const replaced = reissues.replaceable(rejected);
    reissues.link(entry.icv, replaced, now);
    // The sums of its day, and accounts after it, had both documents.
    takings.forget(countedAt(entry));
    accounts.forget();
    change.run(now, entry.icv);
    const replaces = numberAt.get(replaced) ?? fail('internal');
    audit.write({ at: now, actor, action: 'stands-for', detail: { number: entry.number, replaces } });
    return entry;
  });

  return {
    /** Returns true for a document of a shift whose report is made, and never changes. */
    isClosed: (icv: number) => isClosed.get(icv) === 1,
    /**
     * Records a statement, in one transaction with its check: from then on the document counts in place of the rejected
     * one, as if it had been issued for it.
     * @throws FailureError `not-found`, `not-rejected`, `already-reissued`, or an error of `check`
     */
    say: (check: () => StandIn) => say.immediate(check),
  };
}
