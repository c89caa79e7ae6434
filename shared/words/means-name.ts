import type { StatusTexts } from './catalogue.ts';
import { fill } from './fill.ts';

/** Returns the words for a means of payment: a word of the till, or a code of UNTDID 4461. */
export function meansName(
  means: string,
  { payments, paymentCodes }: Pick<StatusTexts, 'payments' | 'paymentCodes'>,
): string {
  // The till's own `other` is before the words for any other code.
  const names: Readonly<Record<string, string>> = { ...paymentCodes, ...payments };
  const name = Object.hasOwn(names, means) ? names[means] : undefined;
  return name ?? fill(paymentCodes.other, { code: means });
}
