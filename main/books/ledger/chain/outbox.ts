import type {
  AuditRow,
  Batch,
  DocumentRow,
  EventRow,
  FeedHead,
} from '../../../../shared/office/wire/feed.ts';
import type { Database } from '../database/database.ts';
import { firstPreviousHash } from '../database/first-previous-hash.ts';
import { bodiesOf, type Packed } from '../documents/bodies.ts';

/** The rows of a batch, and the head at the moment they were read. */
export type OutboxRows = Pick<Batch, 'head' | 'documents' | 'events' | 'audit'>;

export interface OutboxLimits {
  readonly rows: number;
  /** The number of characters of documents and answers; at least one row is read, of any length. */
  readonly characters: number;
}

/** The ledger's rows for a receiver that says how much it already has. */
export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(database: Database, ledgerId: string) {
  const documentHead = database.prepare<[], Pick<FeedHead, 'icv' | 'hash'>>(
    'SELECT icv, hash FROM document ORDER BY icv DESC LIMIT 1',
  );
  const eventHead = database.prepare<[], number>('SELECT coalesce(max(id), 0) FROM submission_event').pluck();
  const auditHead = database.prepare<[], Pick<FeedHead, 'audit' | 'auditHash'>>(
    'SELECT id AS audit, hash AS auditHash FROM audit ORDER BY id DESC LIMIT 1',
  );
  const hashAt = database.prepare<[number], string>('SELECT hash FROM document WHERE icv = ?').pluck();
  const lineAt = database.prepare<[number], string>('SELECT hash FROM audit WHERE id = ?').pluck();
  const read = createRead(database);

  const head = (): FeedHead => ({
    ...(documentHead.get() ?? { icv: 0, hash: firstPreviousHash }),
    event: eventHead.get() ?? 0,
    ...(auditHead.get() ?? { audit: 0, auditHash: ledgerId }),
  });
  const atOneMoment = <T>(work: () => T) => database.transaction(work).deferred();

  return {
    head: () => atOneMoment(head),
    /** Reads the rows after these positions at one moment; events of documents outside the batch come later. */
    after: (have: Pick<FeedHead, 'icv' | 'event' | 'audit'>, limits: OutboxLimits) =>
      atOneMoment(() => ({ head: head(), ...read(have, limits) })),
    /** Compares this ledger with a receiver's copy: `older` when the copy has more, `forked` when it differs. */
    compare: (have: FeedHead) =>
      atOneMoment(() => {
        const ownHead = head();
        const sameDocument = have.icv === 0 || (hashAt.get(have.icv) ?? have.hash) === have.hash;
        const sameLine = have.audit === 0 || (lineAt.get(have.audit) ?? have.auditHash) === have.auditHash;
        if (!sameDocument || !sameLine) return 'forked';
        return have.icv > ownHead.icv || have.event > ownHead.event || have.audit > ownHead.audit
          ? 'older'
          : undefined;
      }),
  };
}

interface StoredDocument extends Omit<DocumentRow, 'xml'> {
  xml: Packed | null;
}

interface StoredEvent extends Omit<EventRow, 'cleared'> {
  cleared: 0 | 1;
}

function createRead(database: Database) {
  const documents = database.prepare<[number, number], StoredDocument>(
    `SELECT d.icv, d.hash, d.previous_hash AS previousHash, s.due_at AS dueAt, d.mode, y.xml
     FROM document AS d LEFT JOIN body AS y USING (icv) JOIN submission AS s USING (icv) WHERE d.icv > ? ORDER BY d.icv LIMIT ?`,
  );
  const events = database.prepare<[number, number], StoredEvent>(
    `SELECT e.id, e.icv, e.at, e.event, e.http_status AS httpStatus, e.outcome, e.why, e.status,
       e.answer, e.outcome = 'accepted' AND c.icv IS NOT NULL AS cleared, e.next_at AS nextAt,
       iif(e.outcome = 'clearance-off', s.report_by, NULL) AS reportBy
     FROM submission_event AS e JOIN submission AS s USING (icv) LEFT JOIN cleared_document AS c USING (icv)
     WHERE e.id > ? ORDER BY e.id LIMIT ?`,
  );
  const audit = database.prepare<[number, number], AuditRow>(
    `SELECT id, at, actor, action, detail, hash, coalesce(
       (SELECT hash FROM audit AS p WHERE p.id = a.id - 1), (SELECT id FROM ledger)) AS previousHash
     FROM audit AS a WHERE id > ? ORDER BY id LIMIT ?`,
  );

  const bodies = bodiesOf(database);

  return (
    have: Pick<FeedHead, 'icv' | 'event' | 'audit'>,
    { rows, characters }: OutboxLimits,
  ): Omit<OutboxRows, 'head'> => {
    let left = characters;
    const isFull = () => left <= 0;
    const sent: DocumentRow[] = [];
    for (const { xml: packed, ...row } of documents.all(have.icv, rows)) {
      const xml = bodies.xmlOf(row.icv, packed);
      sent.push({ ...row, xml: xml.toString('utf8') });
      left -= xml.length;
      if (isFull()) break;
    }
    const through = sent.at(-1)?.icv ?? have.icv;
    const happened: EventRow[] = [];
    for (const { cleared: isCleared, ...row } of isFull() ? [] : events.all(have.event, rows)) {
      if (row.icv > through) break;
      const cleared = isCleared === 1 ? bodies.clearedXml(row.icv) : undefined;
      happened.push({ ...row, cleared: cleared?.toString('utf8') ?? null });
      left -= (cleared?.length ?? 0) + (row.answer?.length ?? 0);
      if (isFull()) break;
    }
    return { documents: sent, events: happened, audit: isFull() ? [] : audit.all(have.audit, rows) };
  };
}
