import { fail } from '../../../../shared/failure.ts';
import { type Halalas, halalasToExact, roundToHalalas, sumHalalas } from '../../../../shared/values/money.ts';
import type { AllowanceCharge, Invoice, InvoiceTotals } from '../invoice.ts';
import { maxAmount, outOfRange } from './amount-range.ts';

export interface Addends
  extends Pick<Invoice, 'lines' | 'allowanceCharges' | 'vatBreakdown' | 'prepayments'> {
  readonly shelfTotal: Halalas | undefined;
  readonly rounding: Halalas;
  /** The riyals for one unit of the document's currency, if it is another. */
  readonly exchangeRate: string | undefined;
}

/**
 * Adds up a document as the authority does (BR-CO-10 to BR-CO-16).
 * @throws FailureError `bad-input` `amount-out-of-range` when the VAT in riyals exceeds the largest amount
 */
export function addUp(addends: Addends): InvoiceTotals {
  const { lines, allowanceCharges, vatBreakdown, prepayments, exchangeRate } = addends;
  const lineTotal = sumHalalas(lines.map((line) => line.net));
  const allowances = sumOf(allowanceCharges.filter((each) => !each.charge));
  const charges = sumOf(allowanceCharges.filter((each) => each.charge));
  const taxExclusive = lineTotal - (allowances ?? 0) + (charges ?? 0);
  const vat = sumHalalas(vatBreakdown.map((row) => row.vatAmount));
  const taxInclusive = taxExclusive + vat;
  const prepaid = sumHalalas(prepayments.map((line) => line.taxable + line.vatAmount));
  const payable = (addends.shelfTotal ?? taxInclusive) - prepaid + addends.rounding;
  const rounding = payable - (taxInclusive - prepaid);
  return {
    lines: lineTotal,
    allowances,
    charges,
    taxExclusive,
    vat,
    vatInSar: exchangeRate === undefined ? vat : inSar(vat, exchangeRate),
    taxInclusive,
    prepaid: prepayments.length === 0 ? undefined : prepaid,
    rounding: rounding === 0 ? undefined : rounding,
    payable,
  };
}

/** Converts VAT to riyals, rounded once (BT-111). */
function inSar(vat: Halalas, exchangeRate: string): Halalas {
  const exact = halalasToExact(vat).times(exchangeRate);
  if (exact.greaterThan(halalasToExact(maxAmount)))
    fail('bad-input', { issues: [outOfRange(['exchangeRate'])] });
  return roundToHalalas(exact);
}

/** Returns the sum; undefined if there are none, because the element is then omitted. */
function sumOf(allowanceCharges: readonly AllowanceCharge[]): Halalas | undefined {
  return allowanceCharges.length === 0 ? undefined : sumHalalas(allowanceCharges.map((each) => each.amount));
}
