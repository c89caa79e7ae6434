import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Draft } from '../../../shared/stored/basket/draft.ts';
import { go, useRoute } from '../../ui/page/route.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useCartActions } from '../cart/cart.tsx';
import { hasOpenAmount } from '../cart/draft.ts';
import { filledKeys } from '../cart/sale-of-draft.ts';

const LandingContext = createContext({ isDue: false, done: () => {} });

/** The provider of `useLanding`; it is above the screens, which a change of person unmounts. */
export function LandingProvider({ children }: { children: ReactNode }) {
  const role = useStatus()?.role;
  const [before, setBefore] = useState(role);
  const [isDue, setDue] = useState(false);
  if (role !== before) {
    setBefore(role);
    setDue(before === 'nobody' && role === 'manager');
  }
  return <LandingContext value={{ isDue, done: () => setDue(false) }}>{children}</LandingContext>;
}

/** Returns true from the moment a manager signs in until `Landing` has chosen the first screen. */
export const useLanding = (): boolean => useContext(LandingContext).isDue;

/** Shows a manager the takings first, unless another screen or a basket with goods was open. */
export function Landing({ canSell }: { canSell: boolean }) {
  const { done } = useContext(LandingContext);
  const { screen } = useRoute();
  const { latest } = useCartActions();
  useEffect(() => {
    if (canSell && screen === 'sale' && isIdle(latest().draft) && latest().unreadable === undefined)
      go({ screen: 'today' });
    done();
  }, [canSell, screen, latest, done]);
  return null;
}

/** Returns true for a basket that has no goods, no amount typed for them, no other purpose and no open card payment. */
export const isIdle = (draft: Draft): boolean =>
  filledKeys(draft).length === 0 &&
  !hasOpenAmount(draft) &&
  draft.exchange === undefined &&
  draft.correction === undefined &&
  draft.payment.asked === undefined;
