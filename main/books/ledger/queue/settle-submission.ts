import type { SubmissionState } from '../../../../shared/status.ts';
import type { Database } from '../database/database.ts';
import { bodiesOf } from '../documents/bodies.ts';
import type { Claimed, Decision, Settlement } from '../documents/submission.ts';
import type { Timeline } from '../documents/timeline.ts';

/** Writes the outcome of a call and the new state. Runs within the caller's transaction. */
export function createSettle(database: Database, timeline: Timeline): (settlement: Settlement) => void {
  const selectNow = database.prepare<[number], { state: SubmissionState; attempts: number }>(
    'SELECT state, attempts FROM submission WHERE icv = ?',
  );
  const move = database.prepare(
    `UPDATE submission SET state = :state, next_at = :nextAt, sender = NULL, warnings = :warnings, outcome = :outcome,
       status = :status, accepted_at = :acceptedAt WHERE icv = :icv`,
  );
  // Another mode has another deadline, and nobody was warned about that yet.
  const divert = database.prepare(
    `UPDATE submission SET mode = :mode, report_by = coalesce(report_by, :reportBy), told = NULL
     WHERE icv = :icv AND mode <> :mode`,
  );
  const { insertCleared } = bodiesOf(database);

  return ({ claimed, outcome, decision, at }) => {
    const { icv } = claimed;
    timeline.came(icv, outcome, decision.nextAt, at);
    if (!mayMove(selectNow.get(icv), claimed, decision)) return;
    if (decision.mode !== undefined) divert.run({ icv, mode: decision.mode, reportBy: decision.reportBy });
    const answered = outcome.kind === 'unknown' ? undefined : outcome;
    move.run({
      icv,
      state: decision.state,
      nextAt: decision.nextAt,
      warnings: answered?.warnings.length ?? 0,
      outcome: outcome.kind,
      status: outcome.status,
      acceptedAt: decision.state === 'accepted' ? at : undefined,
    });
    if (outcome.kind === 'accepted' && outcome.clearedInvoice !== undefined)
      insertCleared(icv, outcome.clearedInvoice);
  };
}

function mayMove(
  now: { state: SubmissionState; attempts: number } | undefined,
  claimed: Claimed,
  decision: Decision,
): boolean {
  if (now === undefined || now.state === 'accepted' || now.state === 'rejected') return false;
  // A final state is accepted from any sender; any other state only from the sender whose claim is still valid.
  if (decision.state === 'accepted' || decision.state === 'rejected') return true;
  return now.state === 'sending' && now.attempts === claimed.attempts;
}
