import { useCallback } from 'react';
import type { Result } from '../../../shared/failure.ts';
import type { Draft } from '../../../shared/stored/basket/draft.ts';
import type { CashCoin } from '../../../shared/values/cash-rounding.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalSend } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalAsk } from '../../ui/terminal/use-terminal-query.ts';
import type { IssuedSale } from './cart-state.ts';
import type { PaidByCard } from './payment.ts';
import { ofBasket, paidExchange, paidSale, priceable, settlementOf } from './sale-of-draft.ts';

interface Issued {
  readonly receipt: IssuedSale;
  readonly change: Halalas;
  readonly note?: IssuedSale;
}

/**
 * Issues a basket with its payments.
 * @param due the amount that the screen showed
 * @param paid what the card terminal has approved for it
 */
type IssueDraft = (
  draft: Draft,
  due: Halalas | undefined,
  paid: readonly PaidByCard[],
) => Promise<Result<Issued>>;

/**
 * Returns the function that issues a basket: as a sale, an exchange or a correction. It stays the same while the shop's
 * rounding of cash does.
 */
export function useIssueDraft(): IssueDraft {
  const issue = useTerminalSend('sale.issue');
  const coin = useStatus()?.cashRounding;
  const issueExchange = useIssueExchange(coin);
  const issueCorrection = useIssueCorrection(coin);
  return useCallback<IssueDraft>(
    async (draft, due, paid) => {
      if (draft.exchange !== undefined) return issueExchange(draft, due ?? 0, paid);
      if (draft.correction !== undefined) return issueCorrection(draft, draft.correction);
      const change = due === undefined ? 0 : settlementOf(draft, due, paid, coin).change;
      const result = await issue(paidSale(draft, due, paid, coin));
      return result.ok ? { ok: true, value: { receipt: result.value, change } } : result;
    },
    [issue, issueExchange, issueCorrection, coin],
  );
}

function useIssueExchange(coin: CashCoin | undefined) {
  const exchange = useTerminalSend('sale.exchange');
  return useCallback(
    async (draft: Draft, payable: Halalas, paid: readonly PaidByCard[]): Promise<Result<Issued>> => {
      const result = await exchange(paidExchange(draft, payable, paid, coin));
      if (!result.ok) return { ok: false, failure: ofBasket(result.failure) };
      const { sale, note } = result.value;
      return {
        ok: true,
        value: { receipt: sale, note, change: settlementOf(draft, payable, paid, coin).change },
      };
    },
    [exchange, coin],
  );
}

/** Issues a correction; one whose sale has amounts or a rounding is priced first, to fit them to its new total. */
function useIssueCorrection(coin: CashCoin | undefined) {
  const price = useTerminalAsk('sale.priceCorrection');
  const correct = useTerminalSend('sale.correct');
  return useCallback(
    async (
      draft: Draft,
      { uuid: rejected, sale: before }: NonNullable<Draft['correction']>,
    ): Promise<Result<Issued>> => {
      const request = priceable(draft);
      const hasAmounts = before.payments.some(({ amount }) => amount !== undefined);
      const isRounded = before.payableRounding !== undefined;
      const priced = (hasAmounts || isRounded) && request && (await price({ rejected, sale: request.sale }));
      if (priced && !priced.ok) return priced;
      const result = await correct({
        rejected,
        sale: paidSale(draft, priced ? priced.value.payable : undefined, [], coin),
      });
      return result.ok ? { ok: true, value: { receipt: result.value, change: 0 } } : result;
    },
    [price, correct, coin],
  );
}
