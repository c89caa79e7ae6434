import { isConnectionFault } from '../../../../shared/connection-fault.ts';
import type { TimelineEntry } from '../../../../shared/contract/till/invoices.ts';
import type { AuthorityMessage, SubmissionMode } from '../../../../shared/status.ts';
import { cutForStorage, storedBodyLength } from '../../../gateway/answer-body.ts';
import type { Outcome, RawAnswer } from '../../../gateway/outcome.ts';
import { authorityProfile } from '../../../gateway/profile.ts';
import type { Database } from '../database/database.ts';
import { deadlineSql } from '../times/deadline-sql.ts';

/** The history of each document's submission, which is only added to. */
export type Timeline = ReturnType<typeof createTimeline>;

/**
 * The largest number of answers read at once, since a gateway that is down for a day gives hundreds of equal answers.
 */
const latestAnswers = 20;

interface Row {
  at: number;
  event: 'sent' | 'answered' | 'unanswered';
  httpStatus: number | null;
  outcome: string | null;
  why: string | null;
  status: string | null;
  messages: string;
  nextAt: number | null;
}

interface AnswerRow {
  at: number;
  httpStatus: number;
  answer: string | null;
}

interface Issued {
  icv: number;
  at: number;
  mode: SubmissionMode;
  reportBy: number | null;
  dueAt: number;
}

export function createTimeline(database: Database) {
  const insert = database.prepare(
    `INSERT INTO submission_event (icv, at, event, http_status, outcome, why, status, messages, next_at, answer)
     VALUES (:icv, :at, :event, :httpStatus, :outcome, :why, :status, :messages, :nextAt, :answer)`,
  );
  const insertSent = database.prepare(
    `INSERT INTO submission_event (icv, at, event, messages) VALUES (?, ?, 'sent', '[]')`,
  );
  const selectIssued = database.prepare<[string], Issued>(
    `SELECT icv, d.issued_at AS at, s.mode, s.report_by AS reportBy, ${deadlineSql} AS dueAt
     FROM document AS d JOIN submission AS s USING (icv) WHERE d.uuid = ?`,
  );
  const select = database.prepare<[number], Row>(
    `SELECT at, event, http_status AS httpStatus, outcome, why, status, messages, next_at AS nextAt
     FROM submission_event WHERE icv = ? ORDER BY id`,
  );
  const selectMessages = database
    .prepare<[number], string>(
      "SELECT messages FROM submission_event WHERE icv = ? AND messages <> '[]' ORDER BY id DESC LIMIT 1",
    )
    .pluck();
  const selectAnswers = database.prepare<[string, number], AnswerRow>(
    `SELECT e.at, e.http_status AS httpStatus, e.answer
     FROM submission_event AS e JOIN document AS d USING (icv)
     WHERE d.uuid = ? AND e.http_status IS NOT NULL ORDER BY e.id DESC LIMIT ?`,
  );

  return {
    /** Records the start of a call. Runs within the caller's transaction. */
    sent(icv: number, at: number) {
      insertSent.run(icv, at);
    },
    /** Records the result of a call, and returns the number of the event. Runs within the caller's transaction. */
    came(icv: number, outcome: Outcome, nextAt: number | undefined, at: number): number {
      const { errors = [] } = outcome;
      const warnings = outcome.kind === 'unknown' ? [] : outcome.warnings;
      const { lastInsertRowid } = insert.run({
        icv,
        at,
        event: isAnswer(outcome) ? 'answered' : 'unanswered',
        httpStatus: outcome.answer?.httpStatus,
        outcome: outcome.kind,
        why: outcome.kind === 'unknown' ? (outcome.fault ?? outcome.why) : undefined,
        status: outcome.status,
        messages: JSON.stringify([...errors, ...warnings]),
        nextAt,
        answer: outcome.answer && cutForStorage(withoutClearedInvoice(outcome.answer, outcome)).body,
      });
      return Number(lastInsertRowid);
    },
    /** Returns the entries, oldest first, from `issued` on; empty for an unknown document. */
    read: (uuid: string) => {
      const document = selectIssued.get(uuid);
      if (document === undefined) return [];
      const issued: TimelineEntry = { at: instant(document.at), event: 'issued', messages: [] };
      return [issued, ...withLateness(select.all(document.icv), document)];
    },
    /** Returns the authority's messages in its latest answer that had any. */
    messages: (icv: number): AuthorityMessage[] => JSON.parse(selectMessages.get(icv) ?? '[]'),
    /** Returns the answers to its latest calls, word for word, newest first; empty for an unknown document. */
    answers: (uuid: string) =>
      selectAnswers.all(uuid, latestAnswers).map(({ at, httpStatus, answer }) => ({
        at: instant(at),
        httpStatus,
        body: answer ?? '',
        cut: (answer ?? '').length >= storedBodyLength,
      })),
  };
}

/** Returns true when the authority answered, even if it was busy; a broken answer does not count. */
function isAnswer(outcome: Outcome): boolean {
  if (outcome.kind !== 'unknown') return true;
  return outcome.answer !== undefined && outcome.why !== 'unreadable';
}

const clearedField = new RegExp(`("${authorityProfile.answerFields.clearedInvoice}"\\s*:\\s*)"[^"]*"`);

/** The authority's copy is stored once as a document; its Base64 in the answer would duplicate it. */
function withoutClearedInvoice(answer: RawAnswer, outcome: Outcome): RawAnswer {
  if (outcome.kind !== 'accepted' || outcome.clearedInvoice === undefined) return answer;
  const body = answer.body.replace(clearedField, '$1"(kept as the cleared document)"');
  return { ...answer, body };
}

/** Inserts the deadline among the document's events, so that everything after it is seen to be late. */
function withLateness(rows: Row[], { mode, reportBy, dueAt }: Issued): TimelineEntry[] {
  const entries = rows.map((row) => {
    const diverted = row.outcome === ('clearance-off' satisfies Outcome['kind']) && reportBy !== null;
    return diverted ? { ...fromRow(row), dueAt: instant(reportBy) } : fromRow(row);
  });
  const after = mode === 'reporting' ? rows.findIndex(({ at }) => at > dueAt) : -1;
  if (after >= 0) entries.splice(after, 0, { at: instant(dueAt), event: 'late', messages: [] });
  return entries;
}

function fromRow(row: Row): TimelineEntry {
  return {
    at: instant(row.at),
    event: row.event,
    ...(row.httpStatus !== null && { httpStatus: row.httpStatus }),
    ...(row.outcome !== null && { outcome: row.outcome }),
    ...(isConnectionFault(row.why) && { fault: row.why }),
    ...(row.status !== null && { status: row.status }),
    messages: JSON.parse(row.messages),
    ...(row.nextAt !== null && { nextAt: instant(row.nextAt) }),
  };
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
