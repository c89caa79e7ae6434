import type { LedgerEntry } from '../../ledger/documents/entry.ts';
import { documentTaxes } from './document-taxes.ts';
import type { IssuedNote } from './goods-left.ts';
import { sameLines } from './same-lines.ts';

/**
 * Everything that the books say of what became of a document. Each document here has its state at the authority:
 * accepted, rejected or not answered yet. The law decides by this value alone.
 */
export interface History {
  readonly document: LedgerEntry;
  /** The rejected documents that it replaces, oldest first: what names those is about the same sale. */
  readonly before: readonly LedgerEntry[];
  /** The document that was issued in its place. */
  readonly replacedBy: LedgerEntry | undefined;
  /** The notes that count, oldest first, whichever of the documents they name. */
  readonly notes: readonly LedgerEntry[];
  /** The final invoices that count and deduct it, oldest first. */
  readonly deductions: readonly LedgerEntry[];
}

/** Returns the numbers under which other documents name a sale. */
export const numbersOf = ({ before, document }: Pick<History, 'before' | 'document'>): string[] =>
  [...before, document].map(({ number }) => number);

/** Returns true if the authority rejected a document and nothing was issued in its place yet. */
export const isRejected = ({ document, replacedBy }: Pick<History, 'document' | 'replacedBy'>): boolean =>
  document.submission.state === 'rejected' && replacedBy === undefined;

/** Returns a document's credit notes that count. */
export function creditNotesOf({ document, before, notes }: History): IssuedNote[] {
  const rejected = new Map(
    before.map(({ number, sale }) => [number, { sale, places: sameLines(sale.lines, document.sale.lines) }]),
  );
  return notes
    .filter(({ kind }) => kind === 'creditNote')
    .map((note) => {
      const named = rejected.get(note.sale.corrects?.[0]?.number ?? '');
      return {
        sale: note.sale,
        taxes: documentTaxes(note),
        ...(named && { lineOf: (line: number) => named.places[line - 1], named: named.sale }),
      };
    });
}
