import { sumHalalas } from '../../../../shared/values/money.ts';
import type { TaxRow } from '../../../document/invoice/amounts/group-tax.ts';
import type { VatRate } from '../../../document/invoice/invoice.ts';
import type { LedgerEntry } from '../../ledger/documents/entry.ts';

/** Returns the VAT breakdown that an issued document states in its own currency, one row for each category and rate. */
export function documentTaxes({ breakdown }: Pick<LedgerEntry, 'breakdown'>): TaxRow[] {
  return joinRows(breakdown.map(({ vat, ...row }) => ({ ...row, vatAmount: vat })));
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
