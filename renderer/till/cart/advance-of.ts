import type { InvoiceDetail } from '../../../shared/contract/till/invoices.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { Advance } from '../../../shared/stored/basket/advanced.ts';
import { halalasToText, sumHalalas } from '../../../shared/values/money.ts';
import { riyadhDateAndTime } from '../../ui/language/format.ts';

/**
 * Returns the entry of a final invoice for a prepayment invoice that it deducts: the amount paid at each VAT rate, VAT
 * included.
 * @returns undefined unless it is a prepayment invoice in riyals whose lines add up to the amount paid: with a discount
 * or charge on the whole, or a rounding, the lines do not give the amount at each rate
 */
export function advanceOf(detail: InvoiceDetail, sale: Sale): Advance | undefined {
  const { kind, number, uuid, issuedAt, payable, lines, currency } = detail;
  if (kind !== 'prepayment' || currency !== 'SAR') return undefined;
  if (sumHalalas(lines.map(({ gross }) => gross)) !== payable) return undefined;
  const amounts = new Map<string, { vat: Advance['amounts'][number]['vat']; gross: number; tax: number }>();
  for (const [index, { gross, vat: tax }] of lines.entries()) {
    const vat = sale.lines[index]?.vat;
    if (vat === undefined) return undefined;
    const key = `${vat.category} ${vat.rate}`;
    const before = amounts.get(key) ?? { vat, gross: 0, tax: 0 };
    amounts.set(key, { vat, gross: before.gross + gross, tax: before.tax + tax });
  }
  const { date, time } = riyadhDateAndTime(issuedAt);
  return {
    number,
    uuid,
    issueDate: date,
    issueTime: time,
    payable,
    amounts: [...amounts.values()]
      .filter(({ gross }) => gross > 0)
      .map(({ vat, gross, tax }) => ({
        vat,
        amount: halalasToText(gross),
        vatAmount: halalasToText(tax),
      })),
  };
}
