/**
 * The till's words for payment means. `onAccount`: nothing is paid yet, a business buyer owes the amount. `exchange`: paid
 * by the goods of the other document of an exchange.
 */
export const paymentMeans = [
  'cash',
  'card',
  'bankTransfer',
  'bankAccount',
  'onAccount',
  'exchange',
  'other',
] as const;
export type PaymentMeans = (typeof paymentMeans)[number];

/** The codes of UNTDID 4461. */
const codes = {
  cash: '10',
  card: '48',
  bankTransfer: '30',
  bankAccount: '42',
  // This code means that the instrument is not known before the buyer pays.
  onAccount: '1',
  // This code means "clearing between partners": mutual debts are offset.
  exchange: '97',
  other: '1',
} as const satisfies Readonly<Record<PaymentMeans, string>>;
/** A code that the till itself writes into documents. */
export type TillPaymentCode = (typeof codes)[PaymentMeans];
const ofWords: ReadonlyMap<string, string> = new Map(Object.entries(codes));

/** Returns the code of means that a till's word or a code names. */
export const paymentCode = (means: string): string => ofWords.get(means) ?? means;

/** Returns the till's word for a code that only one word has, since `10` is as much cash as `cash`; others unchanged. */
export function meansOfCode(means: string): string {
  const [word = means, ...others] = paymentMeans.filter((each) => codes[each] === means);
  return others.length === 0 ? word : means;
}
