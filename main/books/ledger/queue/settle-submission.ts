import type { SubmissionState } from '../../../../shared/status.ts';
import type { Outcome } from '../../../gateway/outcome.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { bodiesOf } from '../documents/bodies.ts';
import { createAnswerDigest } from '../documents/row-digest.ts';
import type { Claimed, Decision, Settlement } from '../documents/submission.ts';
import type { Timeline } from '../documents/timeline.ts';

/**
 * Writes the outcome of a call and the new state, and for an answer that says something a line of the audit log. Runs
 * within the caller's transaction.
 */
export function createSettle(
  database: Database,
  timeline: Timeline,
  audit: Pick<AuditLog, 'write'>,
): (settlement: Settlement) => void {
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
  const digestOf = createAnswerDigest(database);

  const moveTo = ({ claimed: { icv }, outcome, decision, at }: Settlement) => {
    if (decision.mode !== undefined) divert.run({ icv, mode: decision.mode, reportBy: decision.reportBy });
    move.run({
      icv,
      state: decision.state,
      nextAt: decision.nextAt,
      warnings: warningsOf(outcome),
      outcome: outcome.kind,
      status: outcome.status,
      acceptedAt: decision.state === 'accepted' ? at : undefined,
    });
    if (outcome.kind === 'accepted' && outcome.clearedInvoice !== undefined)
      insertCleared(icv, outcome.clearedInvoice);
  };

  return (settlement) => {
    const { claimed, outcome, decision, at } = settlement;
    const { icv } = claimed;
    const event = timeline.came(icv, outcome, decision.nextAt, at);
    const moves = mayMove(selectNow.get(icv), claimed, decision);
    if (moves) moveTo(settlement);
    if (outcome.kind === 'unknown') return;
    const detail = {
      icv,
      event,
      outcome: outcome.kind,
      warnings: warningsOf(outcome),
      reportBy: moves ? decision.reportBy : undefined,
      digest: digestOf(icv, event),
    };
    audit.write({ at, actor: 'terminal', action: 'authority-answered', detail });
  };
}

const warningsOf = (outcome: Outcome): number => (outcome.kind === 'unknown' ? 0 : outcome.warnings.length);

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
