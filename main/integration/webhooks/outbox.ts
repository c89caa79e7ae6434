import {
  type Endpoint,
  eventNameOf,
  type WebhookSettings,
} from '../../../shared/contract/programs/webhooks.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import type { Occurrence, OccurrenceSource } from './occurrence.ts';

/*
 * Turns occurrences into deliveries. Each source is read from the position where the last committed reading ended, and
 * the new position is committed together with the deliveries. Nothing is passed on in memory, so a process may die at
 * any moment between the ledger's commit and the first attempt without losing or repeating an event.
 */

export interface OutboxOptions {
  readonly database: Database;
  readonly sources: readonly OccurrenceSource[];
  readonly deliveries: Pick<DeliveryQueue, 'add'>;
  readonly endpoints: () => readonly Endpoint[];
  readonly settings: () => WebhookSettings;
  readonly now: () => number;
}

export function createOutbox(options: OutboxOptions) {
  const { database, sources, deliveries, endpoints, settings, now } = options;
  const select = database
    .prepare<[string], number>('SELECT position FROM webhook_cursor WHERE source = ?')
    .pluck();
  const upsert = database.prepare(
    'INSERT INTO webhook_cursor (source, position) VALUES (?, ?) ON CONFLICT DO UPDATE SET position = excluded.position',
  );

  /** Makes one delivery for each endpoint with this kind; a delivery to an endpoint that is off must wait. */
  function deliver({ kind, source, at, data }: Occurrence): number {
    const wanting = endpoints().filter(({ kinds }) => kinds.includes(kind));
    if (wanting.length === 0) return 0;
    const type = eventNameOf(kind, settings());
    const event = { source, at, data: data() };
    return wanting.filter(({ id }) => deliveries.add(id, type, event, now()) !== undefined).length;
  }

  /** Reads the next part of a source. Returns the number of deliveries made, or undefined at the source's end. */
  const step = database.transaction((source: OccurrenceSource): number | undefined => {
    const position = select.get(source.name);
    if (position === undefined) {
      // Receivers get the events from now on, not those from before the sender was first started.
      upsert.run(source.name, source.end());
      return undefined;
    }
    const { occurrences, through } = source.after(position);
    if (through === position) return undefined;
    const made = occurrences.map(deliver);
    upsert.run(source.name, through);
    return made.reduce((sum, count) => sum + count, 0);
  });

  /** Reading blocks no other program; a transaction begins only when there is something new. */
  function atEnd(source: OccurrenceSource): boolean {
    const position = select.get(source.name);
    return position !== undefined && position >= source.end();
  }

  /**
   * A restored ledger has fewer events than were already read from the previous one, so reading continues from its end.
   * Events that happen again get their old names. This is done here, before anything new happens in the ledger.
   */
  function goBack(): void {
    for (const source of sources) {
      const position = select.get(source.name);
      const end = source.end();
      if (position !== undefined && position > end) upsert.run(source.name, end);
    }
  }

  const add = database.transaction(deliver);
  goBack();

  return {
    /** Reads every source to its end. Returns the number of deliveries made. */
    fill: (): number => {
      let made = 0;
      for (const source of sources) {
        if (atEnd(source)) continue;
        for (let added = step.immediate(source); added !== undefined; added = step.immediate(source))
          made += added;
      }
      return made;
    },
    /** Adds an event that no source reports; adding it again does nothing. */
    add: (occurrence: Occurrence): number => add.immediate(occurrence),
  };
}
