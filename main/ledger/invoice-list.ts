import type { InvoiceRow } from '../../shared/contract/invoices.ts';
import type { SubmissionState } from '../../shared/status.ts';
import { type Database, withFailures } from './database.ts';
import type { Counts } from './entry.ts';

/** What the screens show of many documents at once; quick however many there are. */
export interface InvoiceList {
  /** Newest first; `before` is an ICV; `total` counts all that `states` lets through. */
  list(query: {
    before?: number | undefined;
    limit: number;
    states?: readonly SubmissionState[] | undefined;
  }): { rows: InvoiceRow[]; total: number };
  counts(): Counts;
}

interface Row extends Omit<InvoiceRow, 'issuedAt' | 'dueAt' | 'buyerName'> {
  issuedAt: number;
  dueAt: number;
  buyerName: string | null;
}

export function createInvoiceList(database: Database): InvoiceList {
  const selectRows = (where: string) =>
    database.prepare<[{ before: number; limit: number; states: string }], Row>(
      `SELECT d.uuid, d.number, d.icv, d.kind, d.customer, d.issued_at AS issuedAt, d.buyer_name AS buyerName,
         d.currency, d.payable, s.mode, s.state, s.due_at AS dueAt, s.attempts, s.warnings
       FROM submission AS s JOIN document AS d USING (icv)
       WHERE s.icv < :before AND ${where} ORDER BY s.icv DESC LIMIT :limit`,
    );
  const inStates = 's.state IN (SELECT value FROM json_each(:states))';
  const all = selectRows('true');
  const filtered = selectRows(inStates);
  // Said so, SQLite reads the index without the accepted ones instead of every submission there is.
  const unaccepted = selectRows(`s.state <> 'accepted' AND ${inStates}`);

  const lastCounter = database.prepare<[], number>('SELECT coalesce(max(icv), 0) FROM document').pluck();
  const countUnaccepted = database.prepare<[], { state: SubmissionState; count: number }>(
    `SELECT state, count(*) AS count FROM submission WHERE state <> 'accepted' GROUP BY state`,
  );
  const nearestDeadline = database
    .prepare<[string], number | null>(
      `SELECT min(due_at) FROM submission WHERE state <> 'accepted' AND state = ?`,
    )
    .pluck();

  const countByState = database.transaction((): Record<SubmissionState, number> => {
    const counts = { waiting: 0, sending: 0, accepted: 0, rejected: 0, parked: 0 };
    let rest = lastCounter.get() ?? 0;
    for (const { state, count } of countUnaccepted.all()) {
      counts[state] = count;
      rest -= count;
    }
    counts.accepted = rest; // every document has a submission: nobody needs to count the many
    return counts;
  });

  return {
    list: ({ before = Number.MAX_SAFE_INTEGER, limit, states }) =>
      withFailures(() => {
        const counts = countByState();
        const wanted = new Set(states ?? (Object.keys(counts) as SubmissionState[]));
        let total = 0;
        for (const state of wanted) total += counts[state];
        const select = states === undefined ? all : wanted.has('accepted') ? filtered : unaccepted;
        const rows = select.all({ before, limit, states: JSON.stringify([...wanted]) });
        return { rows: rows.map(fromRow), total };
      }),
    counts: () =>
      withFailures(() => {
        const counts = countByState();
        const deadlines = ['waiting', 'sending'].flatMap((state) => nearestDeadline.get(state) ?? []);
        return {
          waiting: counts.waiting + counts.sending,
          parked: counts.parked,
          rejected: counts.rejected,
          issued: counts.waiting + counts.sending + counts.accepted + counts.rejected + counts.parked,
          ...(deadlines.length > 0 && { nearestDeadline: Math.min(...deadlines) }),
        };
      }),
  };
}

function fromRow({ issuedAt, dueAt, buyerName, ...row }: Row): InvoiceRow {
  return {
    ...row,
    issuedAt: new Date(issuedAt).toISOString(),
    dueAt: new Date(dueAt).toISOString(),
    ...(buyerName !== null && { buyerName }),
  };
}
