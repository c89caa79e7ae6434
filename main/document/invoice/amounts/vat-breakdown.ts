import type { Vat } from '../../../../shared/sale/sale-line.ts';
import { exemptionReason } from '../../../../shared/sale/vat.ts';
import { Exact, type Halalas, halalasToExact, roundToHalalas } from '../../../../shared/values/money.ts';
import type { Exemption, VatRate } from '../invoice.ts';

/** Formats a rate as in documents: always with two decimals, and `0.00` even for out of scope (rule BR-CO-17). */
export function vatRate({ category, rate }: Vat): VatRate {
  return { category, rate: new Exact(rate).toFixed(2) };
}

/** Returns the VAT on a net amount, rounded once (BR-CO-17). */
export function vatOn(taxable: Halalas, { rate }: VatRate): Halalas {
  return roundToHalalas(halalasToExact(taxable).times(rate).dividedBy(100));
}

export function withoutVat(gross: Halalas, { rate }: VatRate): Halalas {
  return roundToHalalas(halalasToExact(gross).times(100).dividedBy(new Exact(rate).plus(100)));
}

/** Returns the code and the text of the reason; if a code has no official text, the sale's own text is used. */
export function exemption({ reason, reasonText }: Vat): Exemption | undefined {
  if (reason === undefined) return undefined;
  const official = exemptionReason(reason);
  const exemptionText = official?.en ? `${official.ar} | ${official.en}` : reasonText;
  return { exemptionCode: reason, exemptionText };
}
