import type { SentEvent } from '../head-office.ts';
import type { Recorded } from '../programs/receiver-messages.ts';
import { type LedgerRow, look } from './read-ledger.ts';

/* Checks that outgoing events are delivered at least once, and that incoming events are applied once. */

/** A delivery as recorded in the terminal's database. */
export interface DeliveryRow {
  readonly id: string;
  readonly uuid: string;
  readonly type: string;
  readonly state: string;
  readonly body: string;
}

export interface Told {
  readonly deliveries: readonly DeliveryRow[];
  /** The time when the receiver was set up, in milliseconds since 1970. */
  readonly since: number;
  /** The time when each document became final, by UUID, in milliseconds since 1970. */
  readonly endedAt: ReadonlyMap<string, number>;
}

export function readTold(ledgerFile: string, integrationFile: string): Told {
  const ends = look(ledgerFile, (ledger) =>
    ledger
      .prepare<[], { uuid: string; at: number }>(
        `SELECT d.uuid, min(e.at) AS at FROM submission_event AS e JOIN document AS d USING (icv)
         WHERE e.outcome IN ('accepted', 'rejected') GROUP BY icv`,
      )
      .all(),
  );
  return look(integrationFile, (database) => ({
    deliveries: database
      .prepare<[], DeliveryRow>('SELECT id, invoice_uuid AS uuid, type, state, body FROM webhook_delivery')
      .all(),
    since:
      database.prepare<[], number>('SELECT created_at FROM webhook_endpoint').pluck().get() ??
      Number.POSITIVE_INFINITY,
    endedAt: new Map(ends.map(({ uuid, at }) => [uuid, at])),
  }));
}

/** Returns the event type for a document's final state. */
function kindOf({ state, mode }: LedgerRow): string {
  if (state === 'rejected') return 'invoice.rejected';
  return mode === 'clearance' ? 'invoice.cleared' : 'invoice.reported';
}

/**
 * Checks that each final state with an event type has exactly one delivery, and that the receiver recorded every
 * delivery marked as delivered, and none that is unknown.
 */
export function checkEventsOut(
  rows: readonly LedgerRow[],
  { deliveries, since, endedAt }: Told,
  recorded: readonly Recorded[],
): string[] {
  const problems: string[] = [];
  // A document may be parked any number of times on its way.
  const ends = deliveries.filter(({ type }) => type !== 'invoice.parked');
  const byDocument = Map.groupBy(ends, ({ uuid }) => uuid);
  for (const row of rows) {
    const kind = kindOf(row);
    const told = byDocument.get(row.uuid) ?? [];
    const wrong = (what: string) => problems.push(`document ${row.icv} (${row.number}): ${what}`);
    if (told.length > 1) wrong(`is told of by ${told.length} events`);
    if (told.some(({ type }) => type !== kind)) wrong(`is told of as ${told[0]?.type}, and is ${row.state}`);
    // A document that became final before the receiver was set up may or may not be reported.
    if (told.length === 0 && (endedAt.get(row.uuid) ?? 0) > since)
      wrong(`is ${row.state}, and no event tells of it`);
  }
  const arrived = Map.groupBy(recorded, ({ delivery }) => delivery);
  const delivered = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  for (const [id, times] of arrived) {
    const delivery = delivered.get(id);
    if (delivery === undefined) problems.push(`delivery ${id} came, and the terminal knows none`);
    for (const { body, fault } of times) {
      if (fault !== undefined) problems.push(`delivery ${id}: ${fault} is wrong`);
      if (delivery !== undefined && body !== delivery.body)
        problems.push(`delivery ${id} came with another body`);
    }
  }
  for (const { id, state } of deliveries)
    if (state === 'delivered' && !arrived.has(id))
      problems.push(`delivery ${id} is called delivered, and never came`);
  for (const { uuid, body } of deliveries)
    if (JSON.parse(body).data.invoiceUuid !== uuid) problems.push(`an event of ${uuid} tells of another`);
  return problems;
}

/** The terminal's record of received events. */
export interface Inbox {
  readonly events: readonly { readonly id: string; readonly state: string; readonly body: string }[];
  readonly invoices: readonly { readonly uuid: string; readonly status: string }[];
}

export function readInbox(integrationFile: string): Inbox {
  return look(integrationFile, (database) => ({
    events: database
      .prepare<[], Inbox['events'][number]>(
        'SELECT event_id AS id, state, body FROM received_event ORDER BY seq',
      )
      .all(),
    invoices: database
      .prepare<[], Inbox['invoices'][number]>('SELECT invoice_uuid AS uuid, status FROM remote_invoice')
      .all(),
  }));
}

/**
 * Checks that every acknowledged event is recorded once and unchanged, is marked as applied or outdated, and that the
 * newest one determines the invoice's status.
 */
export function checkEventsIn({ events, invoices }: Inbox, acknowledged: readonly SentEvent[]): string[] {
  const problems: string[] = [];
  const sent = new Map(acknowledged.map((event) => [event.id, event]));
  const stored = Map.groupBy(events, ({ id }) => id);
  for (const { id, body } of acknowledged) {
    const [event, ...more] = stored.get(id) ?? [];
    if (event === undefined) problems.push(`event ${id} was acknowledged, and is not there`);
    else if (more.length > 0) problems.push(`event ${id} is there ${1 + more.length} times`);
    else if (event.body !== body) problems.push(`event ${id} is not what came`);
  }
  const newest = new Map<string, SentEvent>();
  for (const { id, state } of events) {
    const event = sent.get(id);
    if (event === undefined) {
      problems.push(`event ${id} is there, and nobody sent it`);
      continue;
    }
    const before = newest.get(event.invoiceUuid);
    const isNewer = before === undefined || event.createdAt > before.createdAt;
    if (state !== (isNewer ? 'applied' : 'outdated')) problems.push(`event ${id} is ${state}`);
    if (isNewer) newest.set(event.invoiceUuid, event);
  }
  const told = new Map(invoices.map(({ uuid, status }) => [uuid, status]));
  for (const [uuid, { status }] of newest)
    if (told.get(uuid) !== status)
      problems.push(`invoice ${uuid} is ${told.get(uuid)}, and the newest event said ${status}`);
  if (told.size > newest.size) problems.push(`${told.size} invoices are known of ${newest.size}`);
  return problems;
}
