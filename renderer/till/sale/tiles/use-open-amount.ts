import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useCart } from '../../cart/cart.tsx';
import { hasOpenAmount } from '../../cart/draft.ts';

export type OpenAmount = ReturnType<typeof useOpenAmount>;

/**
 * Returns the amount, which is a part of the basket: it is neither lost with its tab or screen, nor left out of what the
 * customer pays.
 * @param show shows the field of the amount and focuses it
 */
export function useOpenAmount(show: () => void) {
  const { draft, edit } = useCart();
  const [isForgotten, setForgotten] = useState(false);
  return {
    typed: draft.openAmount ?? '',
    isForgotten: isForgotten && hasOpenAmount(draft),
    change(next: (before: string) => string) {
      edit((now) => ({ ...now, openAmount: next(now.openAmount ?? '') }));
      setForgotten(false);
    },
    /** Shows and focuses an amount that was typed and not added; returns true if there is one. */
    holdsUp() {
      if (!hasOpenAmount(draft)) return false;
      flushSync(() => setForgotten(true));
      show();
      return true;
    },
  };
}
