import { type Halalas, halalasToExact, roundToHalalas, sumHalalas } from '../../../shared/values/money.ts';
import { documentTaxes, keyOf } from '../../books/corrections/law/document-taxes.ts';
import { readBasket } from '../../document/invoice/amounts/basket.ts';
import { type TaxRow, taxOf } from '../../document/invoice/amounts/group-tax.ts';
import { type Counted, deducted } from './counted.ts';

/** The VAT of a document for one category, rate and exemption reason, in riyals. */
interface VatRow extends TaxRow {
  /** The exemption reason; empty if VAT is charged. */
  readonly reason: string;
}

/**
 * Returns the VAT of a document in riyals, less that of the advances that it deducts, by the key of category, rate and
 * reason, for instance `Z 0.00 VATEX-SA-35`. Each document counts at its own exchange rate; its VAT is the one that it
 * states in riyals.
 */
export function vatRowsOf({ entry }: Counted) {
  const sale = entry.sale;
  const taxed = documentTaxes(entry)
    .filter(isTaxed)
    .map((row) => ({ ...row, reason: '' }));
  const untaxed = readBasket(sale)
    .filter(({ rate }) => !isTaxed(rate))
    .map((group) => ({
      ...group.rate,
      ...taxOf(sale, group),
      reason: group.exemption?.exemptionCode ?? '',
    }));
  const rows = [
    ...inRiyals([...untaxed, ...taxed], sale.exchangeRate, entry.vatInSar),
    ...inRiyals(
      deducted(sale).map((row) => ({ ...row, reason: row.reason ?? '' })),
      sale.exchangeRate,
    ),
  ];
  return [...Map.groupBy(rows, (row) => `${keyOf(row)} ${row.reason}`)].map(([key, same]) => ({
    key,
    net: sumHalalas(same.map(({ taxable }) => taxable)),
    vat: sumHalalas(same.map(({ vatAmount }) => vatAmount)),
  }));
}

const isTaxed = ({ category }: Pick<TaxRow, 'category'>) => category === 'S';

/**
 * Converts amounts so that their VAT adds up to the total VAT, which is rounded only once.
 * @param total the total in riyals that the document states, since a note also states what others were rounded by
 */
function inRiyals(rows: readonly VatRow[], exchangeRate: string | undefined, total?: Halalas): VatRow[] {
  if (exchangeRate === undefined) return [...rows];
  const converted = (amount: number) => roundToHalalas(halalasToExact(amount).times(exchangeRate));
  const upTo = (index: number) =>
    index === rows.length && total !== undefined
      ? total
      : converted(sumHalalas(rows.slice(0, index).map((row) => row.vatAmount)));
  return rows.map((row, index) => ({
    ...row,
    taxable: converted(row.taxable),
    vatAmount: upTo(index + 1) - upTo(index),
  }));
}
