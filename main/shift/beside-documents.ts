import type { Beside } from '../../shared/beside.ts';
import type { ShiftReport } from '../../shared/contract/shifts.ts';
import { sumHalalas } from '../../shared/money.ts';
import type { Deeds } from '../ledger/deeds.ts';
import type { ShiftDocument } from '../ledger/shift-documents.ts';

/**
 * Adds up what was done beside the documents of a shift, and without one. The prices and the discount of a rejected document are
 * taken off again by the one that replaces it.
 */
export function besideOf(
  documents: readonly Pick<ShiftDocument, 'entry' | 'beside' | 'replaces'>[],
  deeds: ReturnType<Deeds['ofShift']>,
): NonNullable<ShiftReport['beside']> {
  const facts = documents.flatMap(({ beside }) => beside ?? []);
  const replaced = documents.flatMap(({ replaces }) => replaces?.beside ?? []);
  const overridden = (name: 'count' | 'difference') =>
    sumHalalas(facts.map(({ overrides }) => overrides?.[name] ?? 0)) -
    sumHalalas(replaced.map(({ overrides }) => overrides?.[name] ?? 0));
  const discounted = (all: readonly Beside[]) => all.filter(({ discount }) => discount !== undefined).length;
  const done = (...actions: string[]) => deeds.filter(({ action }) => actions.includes(action));
  return {
    removed: sumUp([...facts.map(({ removed }) => removed), ...done('lines-removed').map(removalIn)]),
    abandoned: sumUp(abandonedIn(done('basket-emptied', 'basket-discarded'), documents).map(removalIn), 1),
    overrides: {
      // A correction of a later shift may have none where the rejected one had.
      count: Math.max(0, overridden('count')),
      difference: overridden('difference'),
    },
    discounted: Math.max(0, discounted(facts) - discounted(replaced)),
    drawerOpenings: openingsByHand(done('drawer-asked', 'drawer-opened', 'drawer-failed')),
    reprints: done('receipt-printed').filter(({ detail }) => (detail as { copy?: boolean }).copy).length,
  };
}

/** Leaves out a discard of a basket that somebody at another screen kept after all: it was sold, or given up again later. */
function abandonedIn(
  given: ReturnType<Deeds['ofShift']>,
  documents: readonly Pick<ShiftDocument, 'entry'>[],
): ReturnType<Deeds['ofShift']> {
  const sold = new Set(documents.map(({ entry }) => entry.saleId));
  const basketIn = ({ detail }: { readonly detail: unknown }) => (detail as { basket?: string }).basket;
  const last = new Map(given.map((deed) => [basketIn(deed), deed.id]));
  return given.filter((deed) => {
    if (deed.action !== 'basket-discarded') return true;
    const basket = basketIn(deed);
    return basket === undefined || (!sold.has(basket) && last.get(basket) === deed.id);
  });
}

/**
 * Counts the openings by hand: after cash the drawer opens automatically. An opening with an unknown end may have
 * happened, also if its end was written in a later shift. Earlier versions wrote a line only when the drawer had
 * opened.
 */
function openingsByHand(lines: ReturnType<Deeds['ofShift']>): number {
  const byHand = lines
    .map(({ id, action, detail }) => ({ id, action, ...(detail as DrawerDetail) }))
    .filter(({ why }) => why === 'hand');
  const asked = byHand.filter(({ action }) => action === 'drawer-asked').map(({ id }) => id);
  const failed = byHand.filter(
    (line) => line.action === 'drawer-failed' && line.asked !== undefined && asked.includes(line.asked),
  );
  const before = byHand.filter((line) => line.action === 'drawer-opened' && line.asked === undefined);
  return asked.length - failed.length + before.length;
}

interface DrawerDetail {
  readonly why?: string;
  /** The id of the line that was written before the pulse. */
  readonly asked?: number;
}

type Sum = Partial<Pick<NonNullable<Beside['removed']>, 'count' | 'total'>>;

/** Written by this program, in a line of the audit log. */
const removalIn = ({ detail }: { readonly detail: unknown }): Sum => detail as Sum;

/** @param each counts as this many; by default the lines are counted */
function sumUp(sums: readonly (Sum | undefined)[], each?: number): { count: number; total: number } {
  const known = sums.filter((sum) => sum !== undefined);
  return {
    count: sumHalalas(known.map(({ count = 0 }) => each ?? count)),
    total: sumHalalas(known.map(({ total = 0 }) => total)),
  };
}
