import { useEffect, useEffectEvent, useRef } from 'react';
import type { Halalas } from '../../../shared/values/money.ts';
import { useCart } from '../cart/cart.tsx';
import type { Card } from './use-card.ts';
import type { Payment } from './use-payment.ts';

/**
 * Returns the main action of a complete payment: it requests one card part after the other, and once the card terminal
 * has approved all of them the document is issued automatically. Each approval continues the payment only once, and
 * only during the visit of this screen in which the person requested it; after coming back, or cancelling, they press
 * again.
 * @param due the amount due; undefined while it does not belong to this basket
 */
export function useSteps(due: Halalas | undefined, paying: Payment, card: Card) {
  const { issuing, failure, issue } = useCart();
  const { settlement, question } = paying;
  const { paid } = card;
  /**
   * The number of approvals at the time when this visit requested the next one; undefined if no approval may continue
   * the payment.
   */
  const askedAt = useRef<number>(undefined);
  const isReady =
    due !== undefined &&
    card.isKnown &&
    card.requested === undefined &&
    card.open === undefined &&
    settlement.trouble === undefined &&
    !issuing;

  const step = () => {
    if (due === undefined) return;
    askedAt.current = question === undefined ? undefined : paid.length;
    if (question === undefined) void issue(due, paid);
    else
      void card.ask(question, due).then((isOpen) => {
        if (!isOpen) askedAt.current = undefined;
      });
  };
  const mayProceed = isReady && failure === undefined;
  const proceed = useEffectEvent((approvals: number) => {
    if (askedAt.current !== undefined && approvals > askedAt.current) step();
  });
  const approvals = paid.length;
  useEffect(() => {
    if (mayProceed) proceed(approvals);
  }, [mayProceed, approvals]);

  return {
    isReady,
    act() {
      if (isReady) step();
    },
    cancel() {
      // The person no longer wants this approval if it comes late, so nothing follows automatically.
      askedAt.current = undefined;
      card.cancel();
    },
  };
}
