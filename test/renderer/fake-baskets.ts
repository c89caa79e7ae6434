import type { CommandParsed } from '../../shared/contract/index.ts';
import { fail } from '../../shared/failure.ts';

type Kept = CommandParsed<'basket.keep'>;

/** The baskets of one person, in memory. */
export function createFakeBaskets() {
  let open: Kept | undefined;
  const held = new Map<string, Kept & { note?: string | undefined }>();
  return {
    'basket.current': () => (open === undefined ? {} : { basket: { id: open.id, draft: open.draft } }),
    'basket.keep': (basket: Kept) => {
      open = basket.lines === 0 ? undefined : basket;
      return { kept: true };
    },
    'basket.hold': ({ id, note }: { id: string; note?: string | undefined }) => {
      if (open?.id !== id) return fail('not-found');
      held.set(id, { ...open, note });
      open = undefined;
      return {};
    },
    'basket.list': () => ({
      baskets: [...held.values()].map(({ id, lines, total, note }) => ({
        id,
        owner: 'Sami',
        lines,
        ...(total !== undefined && { total }),
        ...(note !== undefined && { note }),
        changedAt: '2026-11-20T10:00:00.000Z',
      })),
    }),
    'basket.recall': ({ id }: { id: string }) => {
      const basket = held.get(id) ?? fail('not-found');
      held.delete(id);
      open = basket;
      return { id, draft: basket.draft };
    },
    'basket.discard': ({ id }: { id: string }) => {
      if (!held.delete(id) && open?.id !== id) return fail('not-found');
      if (open?.id === id) open = undefined;
      return {};
    },
  };
}
