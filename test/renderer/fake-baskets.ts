import type { CommandParsed } from '../../shared/contract/index.ts';
import { fail } from '../../shared/failure.ts';

type Kept = Omit<CommandParsed<'basket.keep'>, 'insteadOf'>;
type Held = Kept & { note?: string | undefined };

/** Survives a reload of the page, as the terminal does. */
const storageKey = 'fake-baskets';

/** The baskets of one person. */
export function createFakeBaskets() {
  const stored = globalThis.sessionStorage?.getItem(storageKey);
  const baskets: { open?: Kept | undefined; held: Held[] } = stored ? JSON.parse(stored) : { held: [] };
  const write = () => globalThis.sessionStorage?.setItem(storageKey, JSON.stringify(baskets));

  function take(id: string): Held {
    const basket = baskets.held.find((one) => one.id === id) ?? fail('not-found');
    baskets.held = baskets.held.filter((one) => one !== basket);
    return basket;
  }

  return {
    /** Removes the basket of a sale that was issued. */
    sold(saleId: string | undefined): void {
      if (baskets.open?.id === saleId) baskets.open = undefined;
      write();
    },
    handlers: {
      'basket.current': () => {
        const { open } = baskets;
        return open === undefined ? {} : { basket: { id: open.id, draft: open.draft } };
      },
      'basket.keep': ({ insteadOf: _, ...basket }: CommandParsed<'basket.keep'>) => {
        baskets.open = basket.lines === 0 ? undefined : basket;
        write();
        return { kept: true };
      },
      'basket.hold': ({ id, note }: { id: string; note?: string | undefined }) => {
        if (baskets.open?.id !== id) return fail('not-found');
        baskets.held.push({ ...baskets.open, note });
        baskets.open = undefined;
        write();
        return {};
      },
      'basket.list': () => ({
        baskets: baskets.held.map(({ id, lines, total, note }) => ({
          id,
          owner: 'Sami',
          lines,
          ...(total !== undefined && { total }),
          ...(note !== undefined && { note }),
          changedAt: '2026-11-20T10:00:00.000Z',
        })),
      }),
      'basket.recall': ({ id }: { id: string }) => {
        const basket = take(id);
        if (baskets.open !== undefined) baskets.held.push(baskets.open);
        baskets.open = basket;
        write();
        return { id, draft: basket.draft };
      },
      'basket.discard': ({ id }: { id: string }) => {
        if (baskets.open?.id === id) baskets.open = undefined;
        else take(id);
        write();
        return {};
      },
    },
  };
}
