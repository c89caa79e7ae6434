import type { InvoiceRow } from '../../../shared/contract/till/invoices.ts';

export interface LateRow {
  readonly row: InvoiceRow;
  readonly revision: number;
}

/** The number of rows to keep, more than can change during a call. */
const mostKept = 500;

/** The rows of the latest events, kept so that an older answer does not undo an event. */
export class LateRows {
  /** The rows in the order of their last change. */
  readonly #rows = new Map<string, LateRow>();

  /**
   * Keeps a row.
   * @returns true when it is the newest of its document
   */
  take(late: LateRow): boolean {
    const { uuid } = late.row;
    if ((this.#rows.get(uuid)?.revision ?? 0) > late.revision) return false;
    this.#rows.delete(uuid);
    this.#rows.set(uuid, late);
    const [eldest] = this.#rows.keys();
    if (this.#rows.size > mostKept && eldest !== undefined) this.#rows.delete(eldest);
    return true;
  }

  of(uuid: string): InvoiceRow | undefined {
    return this.#rows.get(uuid)?.row;
  }

  /** Returns the rows that are newer than an answer of this revision, oldest change first. */
  after(revision: number): LateRow[] {
    return [...this.#rows.values()].filter((late) => late.revision > revision);
  }

  clear(): void {
    this.#rows.clear();
  }
}
