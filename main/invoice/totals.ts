import { type Halalas, sumHalalas } from '../../shared/money.ts';
import type { AllowanceCharge, InvoiceLine, InvoiceTotals, VatSubtotal } from './invoice.ts';

/**
 * Adds up a document in the authority's own way (BR-CO-10 to BR-CO-16).
 * @param shelfTotal what the customer was told to pay, where the prices include VAT
 */
export function addUp(
  lines: readonly InvoiceLine[],
  allowanceCharges: readonly AllowanceCharge[],
  vatBreakdown: readonly VatSubtotal[],
  shelfTotal: Halalas | undefined,
): InvoiceTotals {
  const lineTotal = sumHalalas(lines.map((line) => line.net));
  const allowances = sumOf(allowanceCharges.filter((each) => !each.charge));
  const charges = sumOf(allowanceCharges.filter((each) => each.charge));
  const taxExclusive = lineTotal - (allowances ?? 0) + (charges ?? 0);
  const vat = sumHalalas(vatBreakdown.map((row) => row.vatAmount));
  const taxInclusive = taxExclusive + vat;
  const payable = shelfTotal ?? taxInclusive;
  const rounding = payable - taxInclusive;
  return {
    lines: lineTotal,
    allowances,
    charges,
    taxExclusive,
    vat,
    vatInSar: vat,
    taxInclusive,
    rounding: rounding === 0 ? undefined : rounding,
    payable,
  };
}

/** Undefined rather than 0 where there is none: the element is left out. */
function sumOf(allowanceCharges: readonly AllowanceCharge[]): Halalas | undefined {
  return allowanceCharges.length === 0 ? undefined : sumHalalas(allowanceCharges.map((each) => each.amount));
}
