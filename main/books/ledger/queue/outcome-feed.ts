import type { AuthorityMessage, SubmissionMode } from '../../../../shared/status.ts';
import type { Database } from '../database/database.ts';

/** A document that the authority has accepted or rejected. */
export interface SettledDocument {
  readonly eventId: number;
  readonly uuid: string;
  readonly number: string;
  readonly mode: SubmissionMode;
  readonly outcome: 'accepted' | 'rejected';
  /** The authority's own status word as received, for instance CLEARED. */
  readonly status?: string | undefined;
  readonly messages: readonly AuthorityMessage[];
  readonly at: number;
}

/** A document that is not sent again automatically, since the authority refused the request. */
export interface ParkedDocument
  extends Pick<SettledDocument, 'eventId' | 'uuid' | 'number' | 'status' | 'messages' | 'at'> {
  readonly httpStatus?: number | undefined;
}

export interface IssuedDocument {
  readonly icv: number;
  readonly uuid: string;
  readonly number: string;
  readonly at: number;
}

interface AnswerText {
  status: string | null;
  messages: string;
}
type Stored<Document> = Omit<Document, keyof AnswerText> & AnswerText;

const pageRows = 500;

/**
 * The outcomes of documents in the order of their commits, for readers that remember their own position. Nothing
 * appears before a position already read, because a writer takes the next number only while no other can write.
 */
export function createOutcomeFeed(database: Database) {
  const last = database.prepare<[], number>('SELECT coalesce(max(id), 0) FROM submission_event').pluck();
  // A final outcome reported again (because two calls overlapped) does not count twice.
  const settled = database.prepare<[number, number], Stored<SettledDocument>>(
    `SELECT e.id AS eventId, d.uuid, d.number, s.mode, e.outcome, e.status, e.messages, e.at
     FROM submission_event AS e JOIN submission AS s USING (icv) JOIN document AS d USING (icv)
     WHERE e.id > ? AND e.id <= ? AND e.outcome IN ('accepted', 'rejected') AND NOT EXISTS (
       SELECT 1 FROM submission_event AS b
       WHERE b.icv = e.icv AND b.id < e.id AND b.outcome IN ('accepted', 'rejected'))
     ORDER BY e.id`,
  );
  // A call that leaves a document unfinished names the time of the next one, unless it parks the document.
  const parked = database.prepare<[number, number], Stored<ParkedDocument> & { httpStatus: number | null }>(
    `SELECT e.id AS eventId, d.uuid, d.number, e.status, e.http_status AS httpStatus, e.messages, e.at
     FROM submission_event AS e JOIN document AS d USING (icv)
     WHERE e.id > ? AND e.id <= ? AND e.outcome = 'request-refused' AND e.next_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM submission_event AS b
       WHERE b.icv = e.icv AND b.id < e.id AND b.outcome IN ('accepted', 'rejected'))
     ORDER BY e.id`,
  );
  const issued = database.prepare<[number, number], IssuedDocument>(
    'SELECT icv, uuid, number, issued_at AS at FROM document WHERE icv > ? ORDER BY icv LIMIT ?',
  );
  const endOfPage = (eventId: number) => Math.max(eventId, Math.min(last.get() ?? 0, eventId + pageRows));

  return {
    /** Returns final outcomes after an event's id; `through` is the position up to which this call has read. */
    settledAfter: (eventId: number): { readonly settled: SettledDocument[]; readonly through: number } => {
      const through = endOfPage(eventId);
      return {
        through,
        settled: settled.all(eventId, through).map((row) => ({ ...row, ...answerTextOf(row) })),
      };
    },
    /**
     * Returns the calls after an event's id that parked their document, up to the position that `settledAfter` returns.
     */
    parkedAfter: (eventId: number): ParkedDocument[] => {
      const rows = parked.all(eventId, endOfPage(eventId));
      return rows.map((row) => ({ ...row, ...answerTextOf(row), httpStatus: row.httpStatus ?? undefined }));
    },
    issuedAfter: (icv: number): IssuedDocument[] => issued.all(icv, pageRows),
    lastEventId: (): number => last.get() ?? 0,
  };
}

function answerTextOf({ status, messages }: AnswerText) {
  return { status: status ?? undefined, messages: JSON.parse(messages) as AuthorityMessage[] };
}
