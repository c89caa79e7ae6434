import type { ShiftReport } from '../../../shared/contract/till/shifts.ts';
import type { Removal } from '../../../shared/sale/sale-facts.ts';
import { sumHalalas } from '../../../shared/values/money.ts';
import { leftOf } from '../../books/ledger/baskets/basket-goods.ts';
import type { ShiftDocument } from '../../books/ledger/shifts/shift-documents.ts';
import type { TillActions } from '../../books/ledger/shifts/till-actions.ts';

type CountedDocument = Pick<ShiftDocument, 'entry' | 'saleFacts' | 'replaces'>;
type Figures = ShiftReport['beside'];

/**
 * Adds up the actions of a shift beside its documents and without one. The prices and the discount of a rejected
 * document no longer count once the same shift has issued it again.
 */
export function actionFigures(
  documents: readonly CountedDocument[],
  tillActions: ReturnType<TillActions['ofShift']>,
): Figures {
  const replaced = new Set(documents.map(({ replaces }) => replaces?.entry.icv));
  const done = (...actions: string[]) => tillActions.filter(({ action }) => actions.includes(action));
  return {
    removed: sumUp([
      ...documents.map(({ saleFacts }) => saleFacts?.removed),
      ...done('lines-removed').map(removalIn),
    ]),
    abandoned: sumUp(abandonedIn(tillActions, documents), 1),
    ...pricesOf(documents.filter(({ entry }) => !replaced.has(entry.icv))),
    ...openingsOf(done('drawer-asked', 'drawer-failed')),
    reprints: done('receipt-printed').filter(({ detail }) => (detail as { copy?: boolean }).copy).length,
  };
}

function pricesOf(documents: readonly CountedDocument[]): Pick<Figures, 'overrides' | 'discounted'> {
  const facts = documents.flatMap(({ saleFacts }) => saleFacts ?? []);
  const overrides = facts.flatMap((fact) => fact.overrides ?? []);
  return {
    overrides: {
      count: sumHalalas(overrides.map(({ count }) => count)),
      difference: sumHalalas(overrides.map(({ difference }) => difference)),
    },
    discounted: facts.filter(({ discount }) => discount !== undefined).length,
  };
}

const isGivenUp = ({ action }: { readonly action: string }) =>
  action === 'basket-emptied' || action === 'basket-discarded';

/**
 * Returns the goods of each discarded basket. A basket may still have been used at another screen after it was
 * discarded; goods that were then sold, removed or discarded again count there.
 */
function abandonedIn(
  tillActions: ReturnType<TillActions['ofShift']>,
  documents: readonly CountedDocument[],
): Sum[] {
  return tillActions.filter(isGivenUp).flatMap((discard) => {
    const { basket, ...removal } = removalIn(discard);
    if (discard.action !== 'basket-discarded' || basket === undefined) return removal;
    const later = tillActions.filter((one) => one.id > discard.id && removalIn(one).basket === basket);
    const again = later.findIndex(({ action }) => action === 'basket-discarded');
    const until = again < 0 ? later : later.slice(0, again + 1);
    const sold = again < 0 ? documents.filter(({ entry }) => entry.saleId === basket) : [];
    const left = leftOf(removal, [
      ...until.flatMap((one) => removalIn(one).lines ?? []),
      ...sold.flatMap(({ entry, saleFacts }) => [
        ...entry.sale.lines.map((line) => ({ ...line, price: line.unitPrice })),
        ...(saleFacts?.removed?.lines ?? []),
      ]),
    ]);
    return left ?? [];
  });
}

/**
 * Counts the openings of the drawer, all and those by hand. One with an unknown result may have happened, even if its
 * end was written in a later shift.
 */
function openingsOf(
  lines: ReturnType<TillActions['ofShift']>,
): Pick<Figures, 'drawerOpenings' | 'drawerByHand'> {
  const openings = lines.map(({ id, action, detail }) => ({ id, action, ...(detail as DrawerDetail) }));
  const shut = openings.filter(({ action, mayBeOpen }) => action === 'drawer-failed' && !mayBeOpen);
  const stayedShut = new Set(shut.map((line) => line.asked));
  const opened = openings.filter(({ action, id }) => action === 'drawer-asked' && !stayedShut.has(id));
  return {
    drawerOpenings: opened.length,
    drawerByHand: opened.filter(({ why }) => why === 'hand').length,
  };
}

interface DrawerDetail {
  readonly why?: string;
  /** The id of the line that was written before the pulse. */
  readonly asked?: number;
  /** True for a pulse that was sent without any answer. */
  readonly mayBeOpen?: boolean;
}

type Sum = Partial<Removal>;

/** This program wrote the value itself, in a line of the audit log. */
const removalIn = ({ detail }: { readonly detail: unknown }) => detail as Sum & { readonly basket?: string };

/** Adds up lines. @param each the number that each line counts for; by default the lines are counted */
function sumUp(sums: readonly (Sum | undefined)[], each?: number): { count: number; total: number } {
  const knownSums = sums.filter((sum) => sum !== undefined);
  return {
    count: sumHalalas(knownSums.map(({ count = 0 }) => each ?? count)),
    total: sumHalalas(knownSums.map(({ total = 0 }) => total)),
  };
}
