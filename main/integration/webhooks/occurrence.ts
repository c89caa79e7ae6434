import type { EventData, OccurrenceKind } from '../../../shared/contract/webhook-events.ts';

/** Something that happened at this terminal and that a receiver may want to know. */
export interface Occurrence {
  readonly kind: OccurrenceKind;
  /** Distinguishes it from all others for good, so that an event reported twice is sent once. */
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Reads the data for its receivers; not called when there are none. */
  readonly data: () => EventData;
}

/** Rows in order from which occurrences are read, by a position that only grows. */
export interface OccurrenceSource {
  readonly name: string;
  /** The position of what happened last. */
  end(): number;
  /**
   * Returns what happened after a position, as far as `through`, where the next call continues; at its end they are
   * equal.
   */
  after(position: number): { readonly occurrences: readonly Occurrence[]; readonly through: number };
}

/**
 * The body of an event: the specification's four fields in its order. Made once and kept as text, because each attempt
 * must send the same bytes under the same id.
 */
export function eventBody(id: string, type: string, { at, data }: { at: number; data: object }): string {
  return JSON.stringify({ id, type, createdAt: new Date(at).toISOString(), data });
}
