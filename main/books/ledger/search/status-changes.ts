import type { Database } from '../database/database.ts';
import type { Range } from './filter-sql.ts';
import type { FilterPlan } from './invoice-filter.ts';

/** A document at its place in the order of changes. */
export interface StatusChange {
  /** The position: a later change has a larger one. */
  readonly id: number;
  /** The time in milliseconds since 1970; never less than that of the previous change. */
  readonly at: number;
}

export interface ChangedDocument extends StatusChange {
  readonly uuid: string;
}

/** The documents that pass a filter in the order of their last change. */
export interface ChangedPage {
  readonly rows: readonly ChangedDocument[];
  /** The position that was reached; the next call continues there. */
  readonly through: number;
  readonly isEnd: boolean;
}

/** The number of changes that one call examines, so that a filter with few matches does not delay the till. */
const lookedAt = 5_000;

/**
 * The order in which documents changed. Each document has one place in it, and moves to the end when it changes. A
 * reader that continues from its position sees each change once, unless a newer change of the same document replaced
 * it.
 */
export function createStatusChanges(database: Database) {
  const timeFrom = database
    .prepare<[number], number>('SELECT at FROM status_change WHERE id >= ? ORDER BY id LIMIT 1')
    .pluck();
  const last = database.prepare<[], number>('SELECT coalesce(max(id), 0) FROM status_change').pluck();
  const one = database.prepare<[number], StatusChange>('SELECT id, at FROM status_change WHERE icv = ?');
  const selectEnd = database
    .prepare<[number, number], number | null>(
      `SELECT max(id) FROM (SELECT id FROM status_change WHERE id > ? ORDER BY id LIMIT ?)`,
    )
    .pluck();
  const lastId = () => last.get() ?? 0;

  return {
    /** Returns the position before the first change at this time (milliseconds since 1970) or later. */
    before(time: number): number {
      // Times never fall with the position, so this needs no index.
      let [low, high] = [1, lastId() + 1];
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if ((timeFrom.get(middle) ?? time) < time) low = middle + 1;
        else high = middle;
      }
      return low - 1;
    },
    of: (icv: number) => one.get(icv),
    last: lastId,
    page(plan: FilterPlan, range: Range, { after, limit }: { after: number; limit: number }) {
      const end = selectEnd.get(after, lookedAt) ?? after;
      const rows = database
        .prepare(passing(plan))
        .all({ ...plan.parameters, ...range, after, end, limit }) as ChangedDocument[];
      const through = rows.length < limit ? end : (rows.at(-1)?.id ?? end);
      return { rows, through, isEnd: through >= lastId() };
    },
  };
}

/** The joined tables are those that `planFilter` uses in its conditions. */
function passing({ conditions, search }: FilterPlan): string {
  const join = (alias: string, table: string, isNeeded: boolean) =>
    isNeeded ? `CROSS JOIN ${table} AS ${alias} ON ${alias}.icv = c.icv` : '';
  const names = (alias: string) => conditions.some((condition) => condition.startsWith(`${alias}.`));
  // CROSS JOIN and the plus make SQLite follow the order of changes.
  return `SELECT c.id, c.at, d.uuid
    FROM status_change AS c CROSS JOIN document AS d ON d.icv = c.icv
      ${join('e', 'search_entry', search)} ${join('s', 'submission', names('s'))}
      ${join('i', 'document', names('i'))} ${join('k', 'document', names('k'))}
    WHERE ${['c.id > :after', 'c.id <= :end', '+c.icv BETWEEN :first AND :last', ...conditions].join(' AND ')}
    ORDER BY c.id LIMIT :limit`;
}
