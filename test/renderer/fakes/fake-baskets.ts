import { piecesIn, worthOf } from '../../../main/books/ledger/baskets/basket-goods.ts';
import { faultOf } from '../../../main/books/ledger/baskets/baskets.ts';
import type { CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import type { HeldBasket } from '../../../shared/contract/till/baskets.ts';
import { fail } from '../../../shared/failure.ts';

type Kept = Omit<CommandParsed<'basket.keep'>, 'insteadOf'>;
type Held = Kept & { note?: string | undefined };

/** The baskets are stored here, so they survive a reload of the page, as they do at a terminal. */
const storageKey = 'fake-baskets';

interface Baskets {
  /** The basket that each person has open. */
  readonly open: Record<string, Kept>;
  held: Held[];
}

export interface BasketOptions {
  /** True when the disk cannot store a basket with a requested card payment. */
  readonly keepFails?: boolean;
}

/**
 * @param person a function that returns the name of the person who is signed in
 * @param issuedAs a function that returns the document of a sale that was issued
 */
export function createFakeBaskets(
  person: () => string | undefined,
  issuedAs: (saleId: string) => CommandOutput<'sale.issue'> | undefined,
  { keepFails = false }: BasketOptions = {},
) {
  const stored = globalThis.sessionStorage?.getItem(storageKey);
  const baskets: Baskets = stored ? JSON.parse(stored) : { open: {}, held: [] };
  const me = () => person() ?? '';
  const opened = (): Kept | undefined => baskets.open[me()];
  const open = (basket: Kept | undefined) => {
    if (basket === undefined) delete baskets.open[me()];
    else baskets.open[me()] = basket;
  };
  const write = () => globalThis.sessionStorage?.setItem(storageKey, JSON.stringify(baskets));

  function take(id: string): Held {
    const basket = baskets.held.find((one) => one.id === id) ?? fail('not-found');
    baskets.held = baskets.held.filter((one) => one !== basket);
    return basket;
  }

  return {
    /** Removes the basket of a sale that was issued. */
    sold(saleId: string | undefined): void {
      if (opened()?.id === saleId) open(undefined);
      write();
    },
    handlers: {
      'basket.current': () => {
        const basket = opened();
        return basket === undefined ? {} : { basket: openOf(basket) };
      },
      'basket.keep': ({
        insteadOf: _,
        ...basket
      }: CommandParsed<'basket.keep'>): CommandOutput<'basket.keep'> => {
        if (keepFails && basket.draft.includes('"asked":')) fail('disk-full');
        const issued = issuedAs(basket.id);
        if (issued !== undefined) return { state: 'sold', issued, change: 0 };
        open(basket.lines === 0 ? undefined : basket);
        write();
        return { state: 'kept' };
      },
      'basket.hold': ({ id, note, total }: CommandParsed<'basket.hold'>) => {
        const basket = opened();
        if (basket?.id !== id) return fail('not-found');
        baskets.held.push({ ...basket, note, total });
        open(undefined);
        write();
        return {};
      },
      'basket.list': () => ({
        baskets: baskets.held.map((basket) => {
          const unreadable = faultOf(basket);
          return unreadable === undefined ? factsOf(basket) : { ...factsOf(withWorth(basket)), unreadable };
        }),
      }),
      'basket.content': ({ id }: { id: string }) => {
        const basket = [opened(), ...baskets.held].find((one) => one?.id === id) ?? fail('not-found');
        return { draft: basket.draft };
      },
      'basket.recall': ({ id }: { id: string }) => {
        const basket = take(id);
        const before = opened();
        if (before !== undefined) baskets.held.push(before);
        open(basket);
        write();
        return openOf(basket);
      },
      'basket.discard': ({ id }: { id: string }) => {
        if (opened()?.id === id) open(undefined);
        else take(id);
        write();
        return {};
      },
    },
  };
}

const withWorth = (basket: Held): Held => ({ ...basket, total: basket.total ?? worthOf(basket.goods) });
const openOf = (basket: Held) => ({ ...factsOf(withWorth(basket)), draft: basket.draft });

const factsOf = ({ id, lines, goods, total, note }: Held): HeldBasket => ({
  id,
  owner: 'Sami',
  lines,
  pieces: piecesIn(goods),
  ...(total !== undefined && { total }),
  ...(note !== undefined && { note }),
  changedAt: '2026-11-20T10:00:00.000Z',
});
