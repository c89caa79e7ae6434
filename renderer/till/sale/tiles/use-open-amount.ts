import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useCart } from '../../cart/cart.tsx';
import { hasOpenAmount } from '../../cart/draft.ts';

export interface OpenAmount {
  readonly typed: string;
  /** True after a person wanted to go on without adding it. */
  readonly isForgotten: boolean;
  change(next: (before: string) => string): void;
  /** Shows and focuses an amount that was typed and not added; returns true if there is one. */
  holdsUp(): boolean;
}

/**
 * Returns the amount, which is a part of the basket: it is neither lost with its tab or screen, nor left out of what the
 * customer pays.
 * @param show shows the field of the amount and focuses it
 */
export function useOpenAmount(show: () => void): OpenAmount {
  const { draft, edit } = useCart();
  const [isForgotten, setForgotten] = useState(false);
  return {
    typed: draft.openAmount ?? '',
    isForgotten: isForgotten && hasOpenAmount(draft),
    change(next) {
      edit((now) => ({ ...now, openAmount: next(now.openAmount ?? '') }));
      setForgotten(false);
    },
    holdsUp() {
      if (!hasOpenAmount(draft)) return false;
      flushSync(() => setForgotten(true));
      show();
      return true;
    },
  };
}
