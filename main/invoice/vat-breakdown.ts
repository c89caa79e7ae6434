import { Exact, type Halalas, halalasToExact, roundToHalalas } from '../../shared/money.ts';
import type { Vat } from '../../shared/sale-line.ts';
import { exemptionReason } from '../../shared/vat.ts';
import type { Exemption, VatRate } from './invoice.ts';

/** Formats the rate as documents carry it: always two decimals, `0.00` for out of scope too (rule BR-CO-17). */
export function vatRate({ category, rate }: Vat): VatRate {
  return { category, rate: new Exact(rate).toFixed(2) };
}

/** Returns the VAT on a net amount, rounded once (BR-CO-17). */
export function vatOn(taxable: Halalas, { rate }: VatRate): Halalas {
  return roundToHalalas(halalasToExact(taxable).times(rate).dividedBy(100));
}

/** Removes VAT from an amount, rounded once. */
export function withoutVat(gross: Halalas, { rate }: VatRate): Halalas {
  return roundToHalalas(halalasToExact(gross).times(100).dividedBy(new Exact(rate).plus(100)));
}

/** Returns code and text of the reason; a code without an official text uses the sale's own. */
export function exemption({ reason, reasonText }: Vat): Exemption | undefined {
  if (reason === undefined) return undefined;
  const official = exemptionReason(reason);
  const exemptionText = official?.en ? `${official.ar} | ${official.en}` : reasonText;
  return { exemptionCode: reason, exemptionText };
}
