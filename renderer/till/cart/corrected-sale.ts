import type { SaleInput } from '../../../shared/sale/sale.ts';
import type { DraftLine } from '../../../shared/stored/basket/draft.ts';
import { merge } from './merge.ts';

type Line = SaleInput['lines'][number];

/**
 * Returns the sale of a basket that corrects another: the changes made on the screen, applied to the whole rejected
 * sale, including the parts that the screen does not show.
 * @param before the sale that the screen first made from the rejected one
 * @param after the sale that it makes from the present basket, its lines in the order of `lines`
 * @param lines the lines of the basket that are part of the sale
 */
export function correctedSale(
  original: SaleInput,
  before: SaleInput,
  after: SaleInput,
  lines: readonly DraftLine[],
): SaleInput {
  const merged = merge(
    { ...original, lines: [] },
    { ...before, lines: [] },
    { ...after, lines: [] },
  ) as SaleInput;
  return {
    ...merged,
    ...(isAsBefore(after) && { payments: paymentsAsBefore(original, after) }),
    // A correction is a new sale, so it never has the id of the rejected sale.
    ...(after.saleId !== undefined && { saleId: after.saleId }),
    lines: after.lines.map((line, index) => {
      const origin = lines[index]?.origin;
      const kept = origin === undefined ? undefined : original.lines[origin];
      const shown = origin === undefined ? undefined : before.lines[origin];
      return kept === undefined || shown === undefined ? line : (merge(kept, shown, line) as Line);
    }),
  };
}

const isAsBefore = ({ payments }: SaleInput) => payments?.[0]?.means === 'asBefore';

/**
 * Returns the original payments if no other means was chosen; payment details that were typed since belong to the first
 * payment.
 */
function paymentsAsBefore({ payments = [] }: SaleInput, after: SaleInput): SaleInput['payments'] {
  const { means: _, ...typed } = after.payments?.[0] ?? { means: '' };
  return payments.map((payment, index) => (index === 0 ? { ...payment, ...typed } : payment));
}
