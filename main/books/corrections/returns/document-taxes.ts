import { sumHalalas } from '../../../../shared/values/money.ts';
import { readBasket } from '../../../document/invoice/amounts/basket.ts';
import { type TaxRow, taxOf } from '../../../document/invoice/amounts/group-tax.ts';
import type { VatRate } from '../../../document/invoice/invoice.ts';
import { readInvoice } from '../../../document/invoice/reading/read-invoice.ts';
import type { Documents } from '../../ledger/documents/documents.ts';
import type { LedgerEntry } from '../../ledger/documents/entry.ts';

/**
 * Returns the VAT breakdown of an issued document in its own currency, one row for each category and rate.
 *
 * A credit note may differ by some hundredths from its rates. With one taxed rate the row's own totals show them; only
 * for a note with two is the issued document read.
 */
export function documentTaxes(
  { kind, uuid, sale, taxExclusive, vat }: LedgerEntry,
  documents: Pick<Documents, 'issuedXml'>,
): TaxRow[] {
  const rows = joinRows(readBasket(sale).map((group) => ({ ...group.rate, ...taxOf(sale, group) })));
  if (kind !== 'creditNote') return rows;
  const [taxed, another] = rows.filter(({ category }) => category === 'S');
  const xml = another && documents.issuedXml(uuid);
  if (xml !== undefined) return joinRows(readInvoice(xml).vatBreakdown);
  const others = sumHalalas(rows.filter((row) => row !== taxed).map(({ taxable }) => taxable));
  return rows.map((row) =>
    row === taxed ? { ...row, taxable: taxExclusive - others, vatAmount: vat } : row,
  );
}

/** Returns category and rate, for instance `S 15.00`, regardless of the exemption reason. */
export function keyOf({ category, rate }: VatRate): string {
  return `${category} ${Number(rate).toFixed(2)}`;
}

/** Adds up rows of one category and rate: a document may have several, each with its own reason. */
export function joinRows(rows: readonly TaxRow[]): TaxRow[] {
  return [...Map.groupBy(rows, keyOf).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { category, rate } = first;
    const taxable = sumHalalas(same.map((row) => row.taxable));
    return [{ category, rate, taxable, vatAmount: sumHalalas(same.map((row) => row.vatAmount)) }];
  });
}
