import { refuseInput } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import {
  Exact,
  type Halalas,
  halalasToText,
  roundToHalalas,
  sumHalalas,
} from '../../../shared/values/money.ts';
import type { Payment } from '../../books/ledger/documents/document-facts.ts';

/**
 * Returns the payments of a sale with amounts. A single payment without an amount covers everything. If several have no
 * amounts, the split is unknown, and none may be on account.
 * @param payable the amount due
 * @throws FailureError `bad-input`: the amounts do not add up to the amount due, or are missing
 */
export function paymentsOf({ payments }: Pick<Sale, 'payments'>, payable: Halalas): Payment[] {
  const [only, ...others] = payments;
  if (only !== undefined && others.length === 0 && only.amount === undefined)
    return [{ means: only.means, amount: payable }];
  const rows = payments.map(({ means, amount, tendered }) => ({
    means,
    amount: inMoney(amount),
    tendered: inMoney(tendered),
  }));
  const isStated = rows.every(({ amount }) => amount !== undefined);
  // The debt of a buyer must be known exactly.
  if (!isStated && rows.some(({ means }) => means === 'onAccount')) refuseSum(payable);
  if (isStated && sumHalalas(rows.map(({ amount = 0 }) => amount)) !== payable) refuseSum(payable);
  return rows;
}

const inMoney = (amount: string | undefined): Halalas | undefined =>
  amount === undefined ? undefined : roundToHalalas(new Exact(amount));

/** Refuses payments that do not add up to the amount due. @throws FailureError `bad-input` with the amount due */
export function refuseSum(payable: Halalas): never {
  const limit = halalasToText(payable);
  return refuseInput(['payments'], 'payments-sum', `must add up to the amount due, ${limit}`, { limit });
}
