import { flushSync } from 'react-dom';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { go } from '../../ui/page/route.ts';
import { focusField, useCart } from '../cart/cart.tsx';
import { fieldIds } from '../cart/sale-of-draft.ts';
import { useFocusLast } from './use-entry.ts';

interface SaleActions {
  proceed(): void;
  startLine(): void;
  removeLine(): void;
  undo(): void;
  showTiles(): void;
  showOpenItem(): void;
  /** Omitted for everyone but managers. */
  readonly switchAdvanced: (() => void) | undefined;
}

export function useSaleKeys({
  proceed,
  startLine,
  removeLine,
  undo,
  showTiles,
  showOpenItem,
  switchAdvanced,
}: SaleActions): void {
  const { removed, justRemoved } = useCart();
  const switchCustomer = useSwitchCustomer();
  useKeys({
    [keys.main]: proceed,
    [keys.newLine]: startLine,
    [keys.removeLine]: removeLine,
    [keys.undo]: justRemoved && removed.length > 0 ? undo : undefined,
    [keys.customer]: switchCustomer,
    [keys.discount]: () => focusField(fieldIds.discount),
    [keys.tiles]: showTiles,
    [keys.openItem]: showOpenItem,
    [keys.return]: () => go({ screen: 'return' }),
    [keys.more]: switchAdvanced,
  });
}

/**
 * Returns the action of the key that changes the customer: the focus moves to the name of a business if that is
 * missing, and is never lost.
 */
function useSwitchCustomer(): () => void {
  const { edit } = useCart();
  const focusLast = useFocusLast();
  return () => {
    flushSync(() =>
      edit((now) => ({ ...now, customer: now.customer === 'consumer' ? 'business' : 'consumer' })),
    );
    const name = document.getElementById(fieldIds.buyer('name'));
    if (name instanceof HTMLInputElement && name.value === '') focusField(fieldIds.buyer('name'));
    else if (document.activeElement === document.body) focusLast();
  };
}
