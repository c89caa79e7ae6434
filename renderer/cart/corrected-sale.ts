import type { SaleInput } from '../../shared/sale.ts';
import type { DraftLine } from './draft.ts';
import { merge } from './merge.ts';

type Line = SaleInput['lines'][number];

/**
 * The sale of a basket that corrects another: what was changed on the screen, over all that the rejected sale had,
 * shown or not.
 * @param before what the screen made of the rejected sale at first
 * @param after what it makes of the basket now, its lines in the order of `lines`
 * @param lines of the basket that are part of the sale
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
    // A new sale, whatever the rejected one's id was.
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

/** No other way of payment was chosen; what else is typed for the payment stands at the first one. */
function paymentsAsBefore({ payments = [] }: SaleInput, after: SaleInput): SaleInput['payments'] {
  const { means: _, ...typed } = after.payments?.[0] ?? { means: '' };
  return payments.map((payment, index) => (index === 0 ? { ...payment, ...typed } : payment));
}
