import { type PaymentMeans, paymentMeans } from '../../shared/sale.ts';
import type { Vocabulary } from '../../shared/words/index.ts';

/** Returns the word for a means of payment; a code of UNTDID 4461 without a word is shown unchanged. */
export function meansName(means: string, { payments }: Pick<Vocabulary, 'payments'>): string {
  const known = paymentMeans.find((one): one is PaymentMeans => one === means);
  return known === undefined ? means : payments[known];
}
