import { randomUUID } from 'node:crypto';
import type { Occurrence, OccurrenceSource } from '../../../main/integration/webhooks/occurrence.ts';
import { openDatabase } from '../../../main/ledger/database.ts';
import type { Random } from '../../crash/random.ts';

/** Durable changes: some invoices whose state changes repeatedly, as no state in a real ledger does. */
export interface Happenings {
  readonly source: OccurrenceSource;
  count(): number;
  /** Adds a new state to one of the invoices. */
  add(invoices: number, random: Random): void;
  /** Returns the newest state of each invoice. */
  newest(): Map<string, string>;
  close(): void;
}

interface Row {
  id: number;
  at: number;
  uuid: string;
  status: string;
}

export function openHappenings(file: string): Happenings {
  const database = openDatabase(file, [
    {
      name: 'what happened',
      sql: `CREATE TABLE happening (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, uuid TEXT NOT NULL, status TEXT NOT NULL);
        CREATE TABLE invoice (number INTEGER PRIMARY KEY, uuid TEXT NOT NULL);`,
    },
  ]);
  const last = database.prepare<[], number>('SELECT coalesce(max(id), 0) FROM happening').pluck();
  const lastAt = database.prepare<[], number>('SELECT coalesce(max(at), 0) FROM happening').pluck();
  const after = database.prepare<[number], Row>('SELECT * FROM happening WHERE id > ? ORDER BY id LIMIT 100');
  const invoice = database.prepare<[number, string], string>(
    'INSERT INTO invoice VALUES (?, ?) ON CONFLICT DO UPDATE SET number = number RETURNING uuid',
  );
  const insert = database.prepare<Row>('INSERT INTO happening VALUES (:id, :at, :uuid, :status)');
  const all = database.prepare<[], Row>('SELECT * FROM happening ORDER BY id');
  const count = () => last.get() ?? 0;

  return {
    source: {
      name: 'happenings',
      end: count,
      after(position) {
        const rows = after.all(position);
        return { occurrences: rows.map(toOccurrence), through: rows.at(-1)?.id ?? position };
      },
    },
    count,
    add: database.transaction((invoices: number, random: Random) => {
      const id = count() + 1;
      const uuid = invoice.pluck().get(random.whole(0, invoices - 1), randomUUID()) ?? '';
      // Each change has its own millisecond, so that the order of an invoice's states is certain.
      const at = Math.max(Date.now(), (lastAt.get() ?? 0) + 1);
      insert.run({ id, at, uuid, status: `STATE-${id}` });
    }),
    newest: () => new Map(all.all().map(({ uuid, status }) => [uuid, status])),
    close: () => database.close(),
  };
}

function toOccurrence({ id, at, uuid, status }: Row): Occurrence {
  return {
    kind: 'cleared',
    source: `happening:${id}`,
    at,
    data: { invoiceId: uuid.slice(0, 8), invoiceUuid: uuid, status, clearedAt: new Date(at).toISOString() },
  };
}
