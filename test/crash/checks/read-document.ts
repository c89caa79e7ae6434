import type { LedgerRow } from './read-ledger.ts';

/*
 * Facts of a document, found in its text by simple patterns, because the laboratory must not depend on the product's
 * reader.
 */

/** A line of one of the laboratory's documents. */
export interface DocumentLine {
  /** A name that no other sold line has; a return repeats it. */
  readonly name: string;
  readonly quantity: number;
}

/** Returns the document's total with tax, in halalas. */
export function totalOf({ xml }: LedgerRow): number {
  const [, amount = ''] = /<cbc:PayableAmount [^>]*>(-?\d+\.\d\d)</.exec(xml.toString('utf8')) ?? [];
  return Math.round(Number(amount) * 100);
}

export function linesOf({ xml }: LedgerRow): DocumentLine[] {
  return [...xml.toString('utf8').matchAll(/<cac:InvoiceLine>(.*?)<\/cac:InvoiceLine>/gs)].map(
    ([, line = '']) => ({
      name: /<cbc:Name>(.*?)<\/cbc:Name>/s.exec(line)?.[1] ?? '',
      quantity: Number(/<cbc:InvoicedQuantity [^>]*>([\d.]+)</.exec(line)?.[1]),
    }),
  );
}

/** Returns the number of the invoice that a note corrects. */
export function correctedBy({ xml }: LedgerRow): string | undefined {
  return /<cac:BillingReference>.*?<cbc:ID>(.*?)<\/cbc:ID>/s.exec(xml.toString('utf8'))?.[1];
}

/** Returns the number of the sale (sales.ts) in which a document's goods were sold. */
export function saleNumberOf(row: LedgerRow): number {
  return Number(/Item (\d+)-0</.exec(row.xml.toString('utf8'))?.[1]);
}
