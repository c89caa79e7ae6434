import type { OccurrenceKind } from '../../../shared/contract/webhooks.ts';

/** Something that happened at this terminal and that a receiver may want to know. */
export interface Occurrence {
  readonly kind: OccurrenceKind;
  /** Distinguishes it from all others for good, so that an event reported twice is sent once. */
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly data: OccurrenceData;
}

/** `data` of an event. Of an invoice it is exactly the specification's; of anything else what its caller says. */
export type OccurrenceData = InvoiceData | Readonly<Record<string, string | number>>;

export interface InvoiceData {
  /** The number a person reads: by it this terminal's API and its users name a document. */
  readonly invoiceId: string;
  readonly invoiceUuid: string;
  /** The authority's own word. Absent where it gave none, and before it was asked: none is made up. */
  readonly status?: string | undefined;
  /** ISO 8601 UTC. Absent for what was not cleared: there is no such time, and none is made up. */
  readonly clearedAt?: string | undefined;
}

/** Rows in order from which occurrences are read, by a position that only grows. */
export interface OccurrenceSource {
  readonly name: string;
  /** The position of what happened last. */
  end(): number;
  /**
   * Returns what happened after a position, as far as `through`, where the next call goes on; at its end they are
   * equal.
   */
  after(position: number): { readonly occurrences: readonly Occurrence[]; readonly through: number };
}

/**
 * The body of an event: the specification's four fields in its order. Made once and kept as text, because each attempt
 * must send the same bytes under the same id.
 */
export function eventBody(id: string, type: string, { at, data }: Pick<Occurrence, 'at' | 'data'>): string {
  return JSON.stringify({ id, type, createdAt: new Date(at).toISOString(), data });
}
