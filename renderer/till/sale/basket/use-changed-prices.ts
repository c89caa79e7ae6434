import { useDeferredValue } from 'react';
import type { Draft, DraftLine } from '../../../../shared/stored/basket/draft.ts';
import { withHalalas } from '../../../ui/language/read-amount.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { useCart } from '../../cart/cart.tsx';

export interface ChangedPrice {
  readonly key: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the articles in the basket whose price in the list has changed since they were taken, and functions for the
 * two answers. A price that a person typed is left alone until the list changes.
 */
export function useChangedPrices() {
  const { draft, edit } = useCart();
  const lines = useDeferredValue(draft).lines.filter(isListed);
  const items = lines.map(({ name, barcode }) => ({ name, ...(barcode !== undefined && { barcode }) }));
  const { data } = useTerminalQuery('item.prices', items.length === 0 ? undefined : { items }, {
    keepsPrevious: true,
  });
  const today = new Map(data?.prices.map((item) => [idOf(item), withHalalas(item.price)]));
  const changed = draft.lines.filter(isListed).flatMap((line): ChangedPrice[] => {
    const to = today.get(idOf(line));
    const { key, name, price } = line;
    return to === undefined || to === line.listed || to === price ? [] : [{ key, name, from: price, to }];
  });
  return {
    changed,
    take: () => edit((now) => withPrices(now, changed, true)),
    keep: () => edit((now) => withPrices(now, changed, false)),
  };
}

const isListed = ({ listed }: DraftLine): boolean => listed !== undefined;
const idOf = ({ name, barcode }: Pick<DraftLine, 'name' | 'barcode'>) => JSON.stringify([name, barcode]);

function withPrices(draft: Draft, changed: readonly ChangedPrice[], takes: boolean): Draft {
  const prices = new Map(changed.map(({ key, to }) => [key, to]));
  return {
    ...draft,
    lines: draft.lines.map((line) => {
      const to = prices.get(line.key);
      return to === undefined ? line : { ...line, listed: to, ...(takes && { price: to }) };
    }),
  };
}
