import { fail } from '../../shared/failure.ts';
import type { Halalas } from '../../shared/money.ts';
import type { AuditLog } from './audit-log.ts';
import { type Database, withFailures } from './database.ts';

/** A basket that is not sold yet. */
export interface Basket {
  /** UUID of the sale that it becomes. */
  readonly id: string;
  /** The name of the person who has it, or who put it aside. */
  readonly owner: string;
  readonly state: 'open' | 'held';
  /** JSON of the screens. */
  readonly draft: string;
  /** Lines with goods. */
  readonly lines: number;
  /** The amount due, when it was known. */
  readonly total?: Halalas | undefined;
  readonly note?: string | undefined;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

type Kept = Pick<Basket, 'id' | 'owner' | 'draft' | 'lines' | 'total'> & {
  readonly at: number;
  /** The person's basket that this one takes the place of; it is removed. */
  readonly insteadOf?: string | undefined;
};

/** The baskets of the people at the screen: one open for each, and those put aside. They survive a power cut. */
export interface Baskets {
  /** The open basket of this person. */
  current(owner: string): Basket | undefined;
  /**
   * Keeps the open basket of a person as it is now; one without lines is removed.
   * @returns false when its sale is issued already, or it was put aside or recalled by another person
   */
  keep(basket: Kept): boolean;
  /** Puts the open basket of a person aside. @throws FailureError `not-found` */
  hold(basket: { id: string; owner: string; at: number; note?: string | undefined }): void;
  /** The baskets that a person may take: those put aside, and those that others left open, oldest first. */
  held(person: string): Basket[];
  /**
   * Gives a basket that was put aside, or left open by another, to a person, whose open one is put aside in its place.
   * @throws FailureError `not-found` when somebody else was faster
   */
  recall(basket: { id: string; owner: string; at: number }): Basket;
  /** Removes a basket that will not be sold, with a line of the audit log. @throws FailureError `not-found` */
  discard(basket: { id: string; owner: string; at: number }): void;
}

interface Row {
  id: string;
  owner: string;
  state: Basket['state'];
  draft: string;
  lines: number;
  total: number | null;
  note: string | null;
  changedAt: number;
}

const columns = 'id, owner, state, draft, lines, total, note, changed_at AS changedAt';

export function createBaskets(database: Database, audit: Pick<AuditLog, 'write'>): Baskets {
  const selectOpen = database.prepare<[string], Row>(
    `SELECT ${columns} FROM basket WHERE owner = ? AND state = 'open'`,
  );
  const select = database.prepare<[string], Row>(`SELECT ${columns} FROM basket WHERE id = ?`);
  const selectHeld = database.prepare<[string], Row>(
    `SELECT ${columns} FROM basket WHERE state = 'held' OR owner <> ? ORDER BY changed_at, id`,
  );
  const isSold = database.prepare<[string], number>('SELECT 1 FROM document WHERE sale_id = ?').pluck();
  const upsert = database.prepare(
    `INSERT INTO basket (id, owner, state, draft, lines, total, changed_at) VALUES (?, ?, 'open', ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET draft = excluded.draft, lines = excluded.lines, total = excluded.total,
       changed_at = excluded.changed_at`,
  );
  const setHeld = database.prepare(
    `UPDATE basket SET state = 'held', note = ?, changed_at = ? WHERE id = ? AND owner = ? AND state = 'open'`,
  );
  const setOpen = database.prepare(
    `UPDATE basket SET state = 'open', owner = ?, changed_at = ? WHERE id = ?`,
  );
  const remove = database.prepare('DELETE FROM basket WHERE id = ?');

  /** Another basket of this person was left open, for instance by a program that was killed: it is put aside. */
  function holdOther(owner: string, id: string, at: number): void {
    const other = selectOpen.get(owner);
    if (other !== undefined && other.id !== id) setHeld.run(other.note, at, other.id, owner);
  }

  const removeOwn = database.prepare('DELETE FROM basket WHERE id = ? AND owner = ?');

  const keep = database.transaction(({ id, owner, draft, lines, total, at, insteadOf }: Kept): boolean => {
    const known = select.get(id);
    if (isSold.get(id) !== undefined) return false;
    if (known !== undefined && (known.owner !== owner || known.state !== 'open')) return false;
    if (insteadOf !== undefined && insteadOf !== id) removeOwn.run(insteadOf, owner);
    if (lines === 0) {
      remove.run(id);
      return true;
    }
    holdOther(owner, id, at);
    upsert.run(id, owner, draft, lines, total ?? null, at);
    return true;
  });

  const recall = database.transaction(({ id, owner, at }: Parameters<Baskets['recall']>[0]): Basket => {
    const row = select.get(id) ?? fail('not-found');
    if (row.state === 'open' && row.owner === owner) return basketOf(row);
    holdOther(owner, id, at);
    setOpen.run(owner, at, id);
    if (row.owner !== owner)
      audit.write({ at, actor: owner, action: 'basket-recalled', detail: { basket: id, of: row.owner } });
    return basketOf({ ...row, owner, state: 'open', changedAt: at });
  });

  const discard = database.transaction(({ id, owner, at }: Parameters<Baskets['discard']>[0]): void => {
    const row = select.get(id) ?? fail('not-found');
    remove.run(id);
    const { lines, total, owner: of } = row;
    audit.write({ at, actor: owner, action: 'basket-discarded', detail: { basket: id, of, lines, total } });
  });

  return {
    current: (owner) =>
      withFailures(() => {
        const row = selectOpen.get(owner);
        return row && basketOf(row);
      }),
    keep: (basket) => withFailures(() => keep.immediate(basket)),
    hold({ id, owner, at, note }) {
      if (withFailures(() => setHeld.run(note ?? null, at, id, owner)).changes === 0) fail('not-found');
    },
    held: (person) => withFailures(() => selectHeld.all(person).map(basketOf)),
    recall: (basket) => withFailures(() => recall.immediate(basket)),
    discard: (basket) => withFailures(() => discard.immediate(basket)),
  };
}

function basketOf({ total, note, ...row }: Row): Basket {
  return { ...row, total: total ?? undefined, note: note ?? undefined };
}
