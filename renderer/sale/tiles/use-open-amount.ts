import { useState } from 'react';
import { flushSync } from 'react-dom';

/** The amount of goods that are on no list, until it is added to the basket. */
export interface OpenAmount {
  readonly typed: string;
  /** True after a person wanted to go on without adding it. */
  readonly isForgotten: boolean;
  change(next: (before: string) => string): void;
  /** Shows and focuses an amount that was typed and not added; returns true if there is one. */
  holdsUp(): boolean;
}

/**
 * Keeps the amount while its tab is hidden, so that it is neither lost nor left out of what the customer pays.
 * @param show shows the field of the amount and focuses it
 */
export function useOpenAmount(show: () => void): OpenAmount {
  const [typed, setTyped] = useState('');
  const [isForgotten, setForgotten] = useState(false);
  return {
    typed,
    isForgotten,
    change(next) {
      setTyped(next);
      setForgotten(false);
    },
    holdsUp() {
      if (typed.trim() === '') return false;
      flushSync(() => setForgotten(true));
      show();
      return true;
    },
  };
}
