import type { PaymentMeans } from '../../../shared/sale/sale.ts';

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

export function paymentCode(means: string): string {
  return paymentCodes.get(means) ?? means;
}
