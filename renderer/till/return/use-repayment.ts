import type { Returnable } from '../../../shared/contract/till/returns.ts';
import { type DraftMeans, type DraftPayment, draftPayments } from '../../../shared/stored/basket/payment.ts';
import { type Halalas, halalasToText, sumHalalas } from '../../../shared/values/money.ts';
import { cashPayment, newPart, settle } from '../cart/payment.ts';
import { partField } from '../pay/use-payment.ts';

type RepaidPayment = DraftPayment & { readonly means: DraftMeans | 'several' };

export type Repayment = ReturnType<typeof useRepayment>;

/** Returns the means by which a return is paid back unless others are chosen. */
export const repaidAtFirst = ({ payment: paid }: Pick<Returnable, 'payment'>): RepaidPayment => ({
  ...cashPayment,
  means: draftPayments.find((means) => means === paid) ?? 'cash',
});

/** Returns true if a part is paid back in cash, which may be rounded. */
export const repaidInCash = ({ means, parts }: RepaidPayment): boolean =>
  means === 'several' ? parts.some((part) => part.means === 'cash') : means === 'cash';

/**
 * Returns how a return is paid back.
 * @param amount the amount to be paid back; undefined while it is unknown
 * @param setPayment called with every change
 */
export function useRepayment(
  { payment: paid }: Pick<Returnable, 'payment'>,
  amount: Halalas | undefined,
  payment: RepaidPayment,
  setPayment: (payment: RepaidPayment) => void,
) {
  // A buyer who has not paid yet owes less afterwards, so that means is offered.
  const offered = draftPayments.filter((means) => means !== 'onAccount' || paid === means);
  const settlement = settle(payment, amount ?? 0, false);
  const { means, parts } = payment;
  const change = (part: Partial<RepaidPayment>) => setPayment({ ...payment, ...part });
  const shares = settlement.shares.map((share) => ({ means: share.means, amount: share.amount ?? 0 }));
  return {
    payment,
    settlement,
    offered,
    /** True if no money goes back, for instance because the goods were a gift. */
    isNothing: amount === 0,
    isSettled: amount === 0 || (amount !== undefined && settlement.trouble === undefined),
    /** The means in the form of `invoice.returnNote`. */
    requested:
      amount === 0
        ? {}
        : means === 'several'
          ? { payments: shares.map((share) => ({ ...share, amount: halalasToText(share.amount) })) }
          : { payment: means },
    byCard: amount === 0 ? 0 : sumHalalas(shares.map((share) => (share.means === 'card' ? share.amount : 0))),
    choose(chosen: DraftMeans | 'several') {
      const isFirst = chosen === 'several' && parts.length === 0;
      change({ means: chosen, ...(isFirst && { parts: [newPart('cash'), newPart('card')] }) });
    },
    type: (field: string, text: string) =>
      change({
        parts: parts.map((part) => (partField(part.key) === field ? { ...part, amount: text } : part)),
      }),
    add: (added: DraftMeans) => change({ parts: [...parts, newPart(added)] }),
    remove: (removed: string) => change({ parts: parts.filter(({ key }) => key !== removed) }),
  };
}
