import type { LedgerRow } from './read-ledger.ts';

/* Facts of a document, found in its text by simple patterns: the laboratory does not use the product's reader. */

/** A line of a document of the laboratory's. */
export interface DocumentLine {
  /** Tells it from all other lines that were ever sold; a return has its name too. */
  readonly name: string;
  readonly quantity: number;
}

/** Goods and taxes, halalas. */
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

/** Number of the invoice that a note corrects. */
export function correctedBy({ xml }: LedgerRow): string | undefined {
  return /<cac:BillingReference>.*?<cbc:ID>(.*?)<\/cbc:ID>/s.exec(xml.toString('utf8'))?.[1];
}

/** The number of the sale that a document's goods were sold by (sales.ts). */
export function saleNumberOf(row: LedgerRow): number {
  return Number(/Item (\d+)-0</.exec(row.xml.toString('utf8'))?.[1]);
}
