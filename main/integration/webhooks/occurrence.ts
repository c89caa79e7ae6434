import type { EventData, OccurrenceKind } from '../../../shared/contract/programs/webhook-events.ts';

export interface Occurrence {
  readonly kind: OccurrenceKind;
  /** The permanent name of the occurrence, so that an event that is reported twice is sent once. */
  readonly source: string;
  /** The time in milliseconds since 1970. */
  readonly at: number;
  /** Reads the data for its receivers; not called when there are none. */
  readonly data: () => EventData;
}

/** A source of occurrences, read in order by a position that only grows. */
export interface OccurrenceSource {
  readonly name: string;
  end(): number;
  /** Returns the occurrences after a position, and `through`, the next position: the given one at the end. */
  after(position: number): { readonly occurrences: readonly Occurrence[]; readonly through: number };
}

/**
 * The body of an event: the specification's four fields in its order. It is made once and stored as text, because each
 * attempt must send the same bytes under the same id.
 */
export function eventBody(id: string, type: string, { at, data }: { at: number; data: object }): string {
  return JSON.stringify({ id, type, createdAt: new Date(at).toISOString(), data });
}
