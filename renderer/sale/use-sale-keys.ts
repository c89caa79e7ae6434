import { focusField, useCart } from '../cart/cart.tsx';
import { fieldIds } from '../cart/sale-of-draft.ts';
import { keys, useKeys } from '../page/keys.ts';
import { go } from '../page/route.ts';

interface SaleActions {
  proceed(): void;
  startLine(): void;
  removeLine(): void;
  undo(): void;
  showTiles(): void;
  /** Left out for everyone but managers. */
  readonly switchMore: (() => void) | undefined;
}

/** Binds the keys of the sale screen. */
export function useSaleKeys({
  proceed,
  startLine,
  removeLine,
  undo,
  showTiles,
  switchMore,
}: SaleActions): void {
  const { edit, removed, justRemoved } = useCart();
  useKeys({
    [keys.main]: proceed,
    [keys.newLine]: startLine,
    [keys.removeLine]: removeLine,
    [keys.undo]: justRemoved && removed.length > 0 ? undo : undefined,
    [keys.customer]: () =>
      edit((now) => ({ ...now, customer: now.customer === 'consumer' ? 'business' : 'consumer' })),
    [keys.discount]: () => focusField(fieldIds.discount),
    [keys.tiles]: showTiles,
    [keys.return]: () => go({ screen: 'return' }),
    [keys.more]: switchMore,
  });
}
