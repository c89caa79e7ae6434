import type { CommandParsed } from '../../../shared/contract/index.ts';
import type { ReceivedEventView } from '../../../shared/contract/programs/remote.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { type Nulls, withoutNulls } from '../../books/ledger/database/nulls.ts';
import { readEvent } from './event.ts';
import type { RemoteInvoices } from './remote-invoices.ts';

export interface InboundEvent {
  readonly id: string;
  /** The header X-Service-Delivery, if there was one. */
  readonly deliveryId: string | undefined;
  readonly type: string;
  readonly invoiceUuid: string | undefined;
  /** The body's text as received. */
  readonly body: string;
  /** The time in milliseconds since 1970. */
  readonly receivedAt: number;
}

type EventState = ReceivedEventView['state'];

/** `receivedAt` is in milliseconds since 1970. */
export type StoredEvent = Omit<ReceivedEventView, 'receivedAt'> & { readonly receivedAt: number };

type Row = Nulls<StoredEvent> & { readonly seq: number };

export function createInbox(database: Database, invoices: Pick<RemoteInvoices, 'apply'>) {
  // The statement has no conflict target, so that either id may conflict.
  const insert = database.prepare<[InboundEvent]>(
    `INSERT INTO received_event (event_id, delivery_id, type, invoice_uuid, received_at, state, body)
     VALUES (:id, :deliveryId, :type, :invoiceUuid, :receivedAt, 'received', :body)
     ON CONFLICT DO NOTHING`,
  );
  const open = database.prepare<[number], { seq: number; body: string }>(
    `SELECT seq, body FROM received_event WHERE state = 'received' ORDER BY seq LIMIT ?`,
  );
  const finish = database.prepare<[EventState, number]>('UPDATE received_event SET state = ? WHERE seq = ?');
  const selectPage = database.prepare<[number, number], Row>(
    `SELECT seq, event_id AS id, delivery_id AS deliveryId, type, invoice_uuid AS invoiceUuid,
       received_at AS receivedAt, state FROM received_event WHERE seq < ? ORDER BY seq DESC LIMIT ?`,
  );
  const countStates = database.prepare<[], { state: EventState; count: number }>(
    'SELECT state, count(*) AS count FROM received_event GROUP BY state',
  );
  const deleteOld = database.prepare<[number]>(
    `DELETE FROM received_event WHERE state IN ('applied', 'outdated') AND received_at < ?`,
  );

  const store = database.transaction((events: readonly InboundEvent[]) => {
    let added = 0;
    for (const event of events) added += insert.run(event).changes;
    return added;
  });

  const process = database.transaction((limit: number, now: number): string[] | undefined => {
    const rows = open.all(limit);
    if (rows.length === 0) return undefined;
    const changed: string[] = [];
    for (const { seq, body } of rows) {
      const event = readEvent(Buffer.from(body));
      const { invoice } = event ?? {};
      if (event === undefined || invoice === undefined) {
        finish.run('kept', seq);
        continue;
      }
      const applied = invoices.apply({ ...invoice, type: event.type, asOf: event.createdKey }, now);
      finish.run(applied ? 'applied' : 'outdated', seq);
      if (applied) changed.push(invoice.uuid);
    }
    return changed;
  });

  return {
    /** Writes events durably, all or none; one whose event id or delivery id exists is dropped. Returns how many are new. */
    store: (events: readonly InboundEvent[]): number => store.immediate(events),
    /**
     * Applies the next events in one transaction with the rows that they change, so that each event is applied once or
     * not at all, even if the process dies. Returns the invoices that changed, or undefined when there was nothing to do.
     */
    processNext: (limit: number, now: number): string[] | undefined => process.immediate(limit, now),
    /** Lists the events, newest first; `before` is the `cursor` of the previous page. */
    list: ({
      before = Number.MAX_SAFE_INTEGER,
      limit,
    }: CommandParsed<'inbound.events'>): { rows: StoredEvent[]; cursor?: number } => {
      const rows = selectPage.all(before, limit);
      const last = rows.length === limit ? rows.at(-1)?.seq : undefined;
      return { rows: rows.map(fromRow), ...(last !== undefined && { cursor: last }) };
    },
    counts: (): Record<EventState, number> => {
      const counts = { received: 0, applied: 0, outdated: 0, kept: 0 };
      for (const { state, count } of countStates.all()) counts[state] = count;
      return counts;
    },
    /** Deletes events from before that time that are over; the row of an invoice still shows that one is known. */
    prune: (before: number): number => deleteOld.run(before).changes,
  };
}

const fromRow = ({ seq, ...row }: Row): StoredEvent => withoutNulls<StoredEvent>(row);
