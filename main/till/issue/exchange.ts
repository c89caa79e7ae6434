import type { Exchange } from '../../../shared/contract/till/sales.ts';
import { FailureError } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { type Halalas, halalasToText } from '../../../shared/values/money.ts';
import { paymentsOf, refuseSum } from './payments.ts';

/**
 * Returns an exchange with its payments: the returned goods pay for the new ones as far as their value goes, and the
 * rest is paid, or paid back, by the given means.
 * @param back the amount due of the credit note
 * @param due the amount due of the sale
 * @throws FailureError `bad-input`: the payments do not add up to the rest, or several have no amounts
 */
export function settleExchange({ note, sale }: Exchange, back: Halalas, due: Halalas): Exchange {
  const covered = Math.min(back, due);
  return {
    note: { ...note, payments: under('note', () => partsOf(note.payments, covered, back)) },
    sale: { ...sale, payments: under('sale', () => partsOf(sale.payments, covered, due)) },
  };
}

/** Marks the issues of a failure with the document of the exchange that they concern. */
export function under<T>(part: keyof Exchange, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.issues === undefined) throw error;
    const issues = error.failure.issues.map((issue) => ({ ...issue, path: [part, ...issue.path] }));
    throw new FailureError({ ...error.failure, issues }, { cause: error });
  }
}

type Payments = Sale['payments'];

function partsOf(payments: Payments, covered: Halalas, total: Halalas): Payments {
  if (covered === 0) return payments;
  const exchanged = { means: 'exchange', amount: halalasToText(covered) } as const;
  return [exchanged, ...restOf(payments, total - covered)];
}

function restOf(payments: Payments, rest: Halalas): Payments {
  const [only, ...others] = payments;
  if (only !== undefined && others.length === 0 && only.amount === undefined)
    return rest === 0 ? [] : [{ ...only, amount: halalasToText(rest) }];
  // In addition to the part that the goods pay, all other payments need amounts.
  if (payments.some(({ amount }) => amount === undefined)) refuseSum(rest);
  paymentsOf({ payments }, rest);
  return payments;
}
