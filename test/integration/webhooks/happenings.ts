import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../../main/books/ledger/database/database.ts';
import type { Occurrence, OccurrenceSource } from '../../../main/integration/webhooks/occurrence.ts';
import { eventExamples } from '../../../main/integration/webhooks/test-event.ts';
import type { OccurrenceKind } from '../../../shared/contract/programs/webhook-events.ts';
import type { Random } from '../../crash/random.ts';
import { nextMigration } from '../../support/next-migration.ts';

/** A durable list of changes. The states of some invoices change repeatedly, which no state in a real ledger does. */
export interface Happenings {
  readonly source: OccurrenceSource;
  count(): number;
  /** Adds a new state to one of the invoices. */
  add(invoices: number, random: Random): void;
  /** Returns the newest state of each invoice, as far as its kind of event is reported to the receiver. */
  newest(): Map<string, string>;
  /** Returns the sources of all events that the receiver is subscribed to. */
  wanted(): string[];
  close(): void;
}

const kinds = ['cleared', 'rejected', 'reported', 'parked', 'issued'] as const;
/** The kinds that the receiver is subscribed to. */
export const wantedKinds: readonly OccurrenceKind[] = ['cleared', 'rejected', 'reported', 'parked'];

interface Row {
  id: number;
  at: number;
  kind: (typeof kinds)[number];
  uuid: string;
  status: string;
}

export function openHappenings(file: string): Happenings {
  const database = openDatabase(file, [
    nextMigration(
      'what happened',
      `CREATE TABLE happening (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, uuid TEXT NOT NULL,
          status TEXT NOT NULL);
        CREATE TABLE invoice (number INTEGER PRIMARY KEY, uuid TEXT NOT NULL);`,
    ),
  ]);
  const last = database.prepare<[], number>('SELECT coalesce(max(id), 0) FROM happening').pluck();
  const lastAt = database.prepare<[], number>('SELECT coalesce(max(at), 0) FROM happening').pluck();
  const after = database.prepare<[number], Row>('SELECT * FROM happening WHERE id > ? ORDER BY id LIMIT 100');
  const invoice = database.prepare<[number, string], string>(
    'INSERT INTO invoice VALUES (?, ?) ON CONFLICT DO UPDATE SET number = number RETURNING uuid',
  );
  const insert = database.prepare<Row>('INSERT INTO happening VALUES (:id, :at, :kind, :uuid, :status)');
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
      const kind = kinds[random.whole(0, kinds.length - 1)] ?? 'cleared';
      insert.run({ id, at, kind, uuid, status: `STATE-${id}` });
    }),
    newest: () =>
      new Map(
        all
          .all()
          .filter(({ kind }) => wantedKinds.includes(kind))
          .map(({ uuid, status }) => [uuid, status]),
      ),
    wanted: () =>
      all
        .all()
        .filter(({ kind }) => wantedKinds.includes(kind))
        .map(sourceOf),
    close: () => database.close(),
  };
}

const sourceOf = ({ id }: Pick<Row, 'id'>) => `happening:${id}`;

function toOccurrence({ id, at, kind, uuid, status }: Row): Occurrence {
  return {
    kind,
    source: sourceOf({ id }),
    at,
    data: () => ({ ...eventExamples[kind], invoiceId: uuid.slice(0, 8), invoiceUuid: uuid, status }),
  };
}
