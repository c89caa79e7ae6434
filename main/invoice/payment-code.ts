import type { PaymentMeans } from '../../shared/sale.ts';

/** The till's means of payment as codes of UNTDID 4461. */
const paymentCodes: ReadonlyMap<string, string> = new Map<PaymentMeans, string>([
  ['cash', '10'],
  ['card', '48'],
  ['bankTransfer', '30'],
  ['bankAccount', '42'],
  // This code means "clearing between partners": mutual debts are offset.
  ['exchange', '97'],
  // This code means that the instrument is not known before the buyer pays.
  ['onAccount', '1'],
  ['other', '1'],
]);

/** Returns the code for a till's word; a code is returned unchanged. */
export function paymentCode(means: string): string {
  return paymentCodes.get(means) ?? means;
}
