import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Halalas } from '../../shared/money.ts';
import { useCart } from '../cart/cart.tsx';
import type { Card } from './use-card.ts';
import type { Payment } from './use-payment.ts';

/**
 * Returns the main action of a payment that adds up: the card terminal is asked for one card part after the other, and
 * once it has approved all of them the document is issued by itself. Each approval leads on once; after any other answer
 * the person decides. A basket that is paid in full by card is issued as soon as the screen comes.
 * @param due the amount due; undefined while it is not that of this basket
 */
export function useSteps(due: Halalas | undefined, paying: Payment, card: Card) {
  const { issuing, failure, issue } = useCart();
  const { settlement, question } = paying;
  const { paid } = card;
  const [isPressed, setPressed] = useState(false);
  /** The number of approvals that have led on. */
  const ledOn = useRef(0);
  const isWhole = settlement.rest === 0 && settlement.shares.length === 0;
  const isReady =
    due !== undefined &&
    card.isKnown &&
    card.asked === undefined &&
    card.open === undefined &&
    settlement.trouble === undefined &&
    !issuing;

  const step = () => {
    ledOn.current = paid.length;
    if (question === undefined) void issue(due, paid);
    else void card.ask(question);
  };
  const mayGoOn = isReady && failure === undefined && (isPressed || isWhole);
  const goOn = useEffectEvent(() => {
    if (mayGoOn && paid.length > ledOn.current) step();
  });
  useEffect(() => {
    if (mayGoOn) goOn();
  }, [mayGoOn]);

  return {
    isReady,
    act() {
      if (!isReady) return;
      setPressed(true);
      step();
    },
    cancel() {
      setPressed(false);
      // An approval that comes all the same is not what the person wants: nothing follows it by itself.
      ledOn.current = Number.POSITIVE_INFINITY;
      card.cancel();
    },
  };
}
