import { isDeepStrictEqual } from 'node:util';
import { type Failure, fail } from '../../../../shared/failure.ts';
import { keptBasket } from '../../../../shared/stored/basket/kept-basket.ts';
import { orFail } from '../../../../shared/stored/stored-form.ts';
import type { Halalas } from '../../../../shared/values/money.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { isOpenCard } from '../cards/card-payments.ts';
import type { Database } from '../database/database.ts';
import type { Nulls } from '../database/nulls.ts';
import type { TillActionKind, TillActions } from '../shifts/till-actions.ts';
import {
  follow,
  type Goods,
  type GoodsLine,
  hasPrice,
  noGoods,
  piecesIn,
  removalOf,
  worthOf,
} from './basket-goods.ts';

export interface Basket {
  /** The UUID of the sale that it will become. */
  readonly id: string;
  /** The name of the person who has it open, or who put it aside. */
  readonly owner: string;
  readonly state: 'open' | 'held';
  /** The text of the stored form `basket`. */
  readonly draft: string;
  readonly lines: number;
  /** The sum of the goods' prices, in halalas, before discounts; also known of a basket that cannot be read. */
  readonly worth: Halalas;
  /** The number of pieces in these lines. */
  readonly pieces: number;
  readonly total?: Halalas | undefined;
  readonly note?: string | undefined;
  /** paid: the customer has paid by card · open: the outcome is not known yet. */
  readonly card?: 'paid' | 'open' | undefined;
  readonly changedAt: number;
}

export interface Doer {
  readonly owner: string;
  readonly role?: 'cashier' | 'manager' | undefined;
  readonly at: number;
}

type Kept = Pick<Basket, 'id' | 'draft' | 'lines' | 'total'> &
  Doer & {
    readonly goods: readonly GoodsLine[];
    /** True when the goods wait for a correction that occupies the screen. */
    readonly isAside?: boolean | undefined;
    /** The person's basket that this one replaces; it is removed. */
    readonly insteadOf?: string | undefined;
  };

/** sold: its document was issued · taken: another person has the basket now, or it was put aside. */
export type Keeping =
  | { readonly state: 'kept' }
  | { readonly state: 'sold' }
  | { readonly state: 'taken'; readonly by: string; readonly isHeld: boolean };

type Row = Nulls<Omit<Basket, 'pieces' | 'worth'> & { readonly goods: string }>;

/** Approvals that no document used come first, because they are certain. */
const card = `(SELECT CASE c.state WHEN 'approved' THEN 'paid' ELSE 'open' END FROM card_payment AS c
  WHERE c.sale = basket.id AND ${isOpenCard('c')} ORDER BY c.state = 'approved' DESC LIMIT 1) AS card`;
const columns = `id, owner, state, draft, lines, total, note, changed_at AS changedAt, goods, ${card}`;

/** Only this room writes the value, so it needs no check. */
const goodsOf = ({ goods }: Pick<Row, 'goods'>): Goods => JSON.parse(goods);

/** Returns the reason why this version cannot read a basket. */
export function faultOf({ draft }: Pick<Basket, 'draft'>): Failure | undefined {
  const read = keptBasket.read(draft);
  return read.ok ? undefined : read.failure;
}

/** Returns the removal of all goods of a basket, and of those that were removed from it before. */
function discardedWith(row: Row) {
  const { here, gone } = goodsOf(row);
  // The lines of a basket may all be without a price.
  return removalOf([...gone, ...here.filter(hasPrice)]) ?? { count: row.lines, total: row.total ?? 0 };
}

/**
 * The baskets of the people at the screen: one open for each, and those put aside. They survive a power cut. Goods that
 * had a price and were removed from a basket are recorded, either with the document of its sale or when the basket is
 * emptied, put aside, taken over or discarded.
 */
export function createBaskets(
  database: Database,
  audit: Pick<AuditLog, 'write'>,
  tillActions: Pick<TillActions, 'write'>,
) {
  const rows = createRows(database);

  const moves = createMoves(rows, tillActions);
  const { settle, settleEmptied, holdOther } = moves;
  const keep = database.transaction((kept: Kept) => keepIn(rows, moves, kept)).immediate;

  /** Puts the open basket of a person aside. @throws FailureError `not-found`, `basket-paid` */
  const hold = database.transaction((basket: Doer & Pick<Basket, 'id' | 'note' | 'total'>): void => {
    const { id, note = null, total = null, ...doer } = basket;
    const { owner, at } = doer;
    const row = rows.get(id);
    // The request is repeated after a lost answer.
    if (row?.state === 'held' && row.owner === owner) return;
    const unreadable = row === undefined ? undefined : faultOf(row);
    // The invoice of a basket that cannot be read cannot be issued first.
    if (row?.card === 'paid' && row.owner === owner && unreadable === undefined) fail('basket-paid');
    if (row?.lines === 0 || !rows.hold({ id, owner, note, total, at })) fail('not-found');
    if (row === undefined) return;
    settle(row, doer);
    if (unreadable === undefined) return;
    const { lines, pieces, worth } = basketOf(row);
    const detail = { basket: id, why: unreadable.code, lines, pieces, total: row.total ?? worth };
    audit.write({ at, actor: owner, action: 'basket-unreadable', detail });
  }).immediate;

  /**
   * Puts the person's own open basket aside.
   * @throws FailureError `not-found` when somebody else has taken this one; `stored-newer`, `stored-unreadable`
   */
  const recall = database.transaction(({ id, ...doer }: Doer & { readonly id: string }): Basket => {
    const { owner, at } = doer;
    const row = rows.get(id) ?? fail('not-found');
    orFail(keptBasket.read(row.draft));
    if (row.state === 'open' && row.owner === owner) return basketOf(row);
    holdOther(doer, id);
    // The basket was left open, so the missing goods count as removed by its owner.
    settle(row, { owner: row.owner, at });
    rows.setOpen(owner, at, id);
    if (row.owner !== owner)
      audit.write({ at, actor: owner, action: 'basket-recalled', detail: { basket: id, of: row.owner } });
    return basketOf({ ...row, owner, state: 'open', changedAt: at });
  }).immediate;

  /** Removes a basket for good. @throws FailureError `not-found`; `basket-paid` while a card payment of it is open */
  const discard = database.transaction(({ id, ...doer }: Doer & { readonly id: string }): void => {
    const row = rows.get(id) ?? fail('not-found');
    if (row.card !== null) fail('basket-paid');
    rows.remove(id);
    const by = { name: doer.owner, role: doer.role };
    const detail = { basket: id, of: row.owner, ...discardedWith(row), unreadable: faultOf(row)?.code };
    tillActions.write({ at: doer.at, by, action: 'basket-discarded', detail });
  }).immediate;

  return {
    current: (owner: string): Basket | undefined => {
      const row = rows.open(owner);
      return row === undefined || row.lines === 0 ? undefined : basketOf(row);
    },
    keep,
    hold,
    /** Returns the baskets that a person may take: those on hold, and those that others left open, oldest first. */
    held: (person: string) => rows.held(person).map(basketOf),
    recall,
    discard,
    /** Returns the stored text of a basket. @throws FailureError `not-found` */
    content: (id: string): string => (rows.get(id) ?? fail('not-found')).draft,
    anyOpen: rows.anyOpen,
    /** Records the goods of baskets that were emptied, once it is certain that they are not filled again. */
    settleEmptied: database.transaction((at: number): void => {
      for (const row of rows.emptied()) settleEmptied(row, { owner: row.owner, at });
    }).immediate,
  };
}

/** Removes a basket without lines. @throws FailureError `basket-paid` if goods of an open card payment would change */
function keepIn(
  rows: ReturnType<typeof createRows>,
  moves: ReturnType<typeof createMoves>,
  kept: Kept,
): Keeping {
  const { id, owner, lines, insteadOf } = kept;
  const existing = rows.get(id);
  if (rows.isSold(id)) return { state: 'sold' };
  const isHeld = existing?.state === 'held';
  if (existing !== undefined && (existing.owner !== owner || isHeld))
    return { state: 'taken', by: existing.owner, isHeld };
  refuseChange(existing, kept);
  if (insteadOf !== undefined && insteadOf !== id) moves.replace(insteadOf, kept);
  if (lines > 0 || existing !== undefined) moves.holdOther(kept, id);
  const goods = nextGoods(existing, kept, (gone) => moves.recordRemoval('basket-emptied', kept, id, gone));
  if (lines === 0 && goods.gone.length === 0) rows.remove(id);
  else rows.upsert(kept, goods);
  return { state: 'kept' };
}

/** Creates the steps that several changes have in common; each records the goods that it removes from a basket. */
function createMoves(rows: ReturnType<typeof createRows>, tillActions: Pick<TillActions, 'write'>) {
  function recordRemoval(
    action: TillActionKind,
    doer: Doer,
    basket: string,
    gone: readonly GoodsLine[],
  ): void {
    const removal = removalOf(gone);
    if (removal === undefined) return;
    const { at, owner: name, role } = doer;
    tillActions.write({ at, by: { name, role }, action, detail: { basket, ...removal } });
  }

  /** Records the goods that were removed from a basket before another person continues with it, or it is replaced. */
  function settle(row: Row, doer: Doer): void {
    const goods = goodsOf(row);
    if (goods.gone.length === 0) return;
    recordRemoval('lines-removed', doer, row.id, goods.gone);
    rows.setGoods({ ...goods, gone: [] }, row.id);
  }

  function settleEmptied(row: Row, doer: Doer): void {
    recordRemoval('basket-emptied', doer, row.id, goodsOf(row).gone);
    rows.remove(row.id);
  }

  /** If another basket of this person was left open, for instance by a program that was killed, it is put on hold. */
  function holdOther(doer: Doer, id: string): void {
    const other = rows.open(doer.owner);
    if (other === undefined || other.id === id) return;
    if (other.lines === 0) {
      settleEmptied(other, doer);
      return;
    }
    settle(other, doer);
    const { id: aside, owner, note, total } = other;
    rows.hold({ id: aside, owner, note, total, at: doer.at });
  }

  /**
   * Removes the basket that another one replaces, such as the one before a correction, or the correction itself when
   * the basket returns.
   */
  function replace(insteadOf: string, kept: Kept): void {
    const before = rows.get(insteadOf);
    // A basket on hold stays for later.
    if (before?.owner !== kept.owner || before.state !== 'open') return;
    // A correction contains the waiting basket, with its payment.
    if (before.card !== null && kept.isAside !== true) fail('basket-paid');
    const goods = goodsOf(before);
    const moved = new Set(kept.goods.map(({ key }) => key));
    const lost = goods.here.filter(({ key }) => !moved.has(key));
    recordRemoval('lines-removed', kept, before.id, [...goods.gone, ...lost.filter(hasPrice)]);
    rows.remove(before.id);
  }

  return { recordRemoval, settle, settleEmptied, holdOther, replace };
}

/**
 * Refuses to change goods that a customer has paid for by card, or is about to pay for: the goods must stay until they
 * are issued or the payment is refunded.
 * @throws FailureError `basket-paid`
 */
function refuseChange(existing: Row | undefined, { goods }: Kept): void {
  if (existing === undefined || existing.card === null) return;
  const before = goodsOf(existing);
  if (!isDeepStrictEqual(follow(before, goods).here, before.here)) fail('basket-paid');
}

/**
 * Returns the goods of a basket as it is stored now. After a basket was emptied, other goods mean that the old ones
 * were discarded; the same goods coming back mean that the emptying was undone.
 * @param onEmptied receives the discarded goods
 */
function nextGoods(
  existing: Row | undefined,
  { goods, isAside }: Kept,
  onEmptied: (gone: readonly GoodsLine[]) => void,
): Goods {
  const before = existing === undefined ? noGoods : goodsOf(existing);
  const next = { ...follow(before, goods), ...(isAside === true && { isAside }) };
  const isNext = existing?.lines === 0 && goods.length > 0 && next.gone.length === before.gone.length;
  if (!isNext) return next;
  onEmptied(before.gone);
  return { ...next, gone: [] };
}

function createRows(database: Database) {
  const selectAnyOpen = database.prepare("SELECT 1 FROM basket WHERE state = 'open' AND lines > 0 LIMIT 1");
  const selectOpen = database.prepare<[string], Row>(
    `SELECT ${columns} FROM basket WHERE owner = ? AND state = 'open'`,
  );
  const select = database.prepare<[string], Row>(`SELECT ${columns} FROM basket WHERE id = ?`);
  const selectHeld = database.prepare<[string], Row>(
    `SELECT ${columns} FROM basket WHERE (state = 'held' OR owner <> ?) AND lines > 0 ORDER BY changed_at, id`,
  );
  const selectEmptied = database.prepare<[], Row>(`SELECT ${columns} FROM basket WHERE lines = 0`);
  const isSold = database.prepare<[string], number>('SELECT 1 FROM document WHERE sale_id = ?').pluck();
  const upsert = database.prepare(
    `INSERT INTO basket (id, owner, state, draft, lines, total, changed_at, goods)
     VALUES (?, ?, 'open', ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET draft = excluded.draft, lines = excluded.lines, total = excluded.total,
       changed_at = excluded.changed_at, goods = excluded.goods`,
  );
  const setHeld = database.prepare(
    `UPDATE basket SET state = 'held', note = :note, total = coalesce(:total, total), changed_at = :at
     WHERE id = :id AND owner = :owner AND state = 'open'`,
  );
  const setOpen = database.prepare(
    `UPDATE basket SET state = 'open', owner = ?, changed_at = ? WHERE id = ?`,
  );
  const setGoods = database.prepare('UPDATE basket SET goods = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM basket WHERE id = ?');
  return {
    anyOpen: () => selectAnyOpen.get() !== undefined,
    open: (owner: string) => selectOpen.get(owner),
    get: (id: string) => select.get(id),
    held: (person: string) => selectHeld.all(person),
    emptied: () => selectEmptied.all(),
    isSold: (id: string) => isSold.get(id) !== undefined,
    upsert: ({ id, owner, draft, lines, total, at }: Kept, goods: Goods) =>
      upsert.run(id, owner, draft, lines, total ?? null, at, JSON.stringify(goods)),
    hold: (held: Pick<Row, 'id' | 'owner' | 'note' | 'total'> & { readonly at: number }) =>
      setHeld.run(held).changes > 0,
    setOpen: (owner: string, at: number, id: string) => setOpen.run(owner, at, id),
    setGoods: (goods: Goods, id: string) => setGoods.run(JSON.stringify(goods), id),
    remove: (id: string) => remove.run(id),
  };
}

function basketOf({ total, note, card: paid, goods, ...row }: Row): Basket {
  const { here } = goodsOf({ goods });
  return {
    ...row,
    pieces: piecesIn(here),
    worth: worthOf(here),
    total: total ?? undefined,
    note: note ?? undefined,
    card: paid ?? undefined,
  };
}
