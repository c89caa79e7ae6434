import type { ActivityGroup } from '../../../../shared/activity.ts';
import { activityActions, proofActions } from '../../../../shared/activity.ts';
import type { SaleKind } from '../../../../shared/sale/sale.ts';
import { riyadhInstant } from '../../../base/platform/riyadh-time.ts';
import type { Database } from '../database/database.ts';
import type { AuditEntry } from './audit-log.ts';

export interface ActivityQuery {
  readonly group?: ActivityGroup | undefined;
  readonly by?: string | undefined;
  /** Days in Riyadh, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly text?: string | undefined;
}

export interface ActivityEntry extends AuditEntry {
  /** The document that a line is about. */
  readonly document?: {
    readonly uuid: string;
    readonly number: string;
    readonly kind: SaleKind;
    readonly payable: number;
    readonly currency: string;
  };
}

export interface ActivityPage {
  readonly lines: ActivityEntry[];
  readonly next?: number;
}

/** The number of lines searched at once, which takes about 20 ms. */
const lookedAt = 10_000;
/** The number of newest lines whose names are offered for the search. */
const namesOf = 20_000;
const oneDay = 86_400_000;
/** If the clock was set back, lines are out of order; a disorder of up to two days is allowed for. */
const outOfOrder = 2 * oneDay;
/** The number of successive lines that may have a time that is wrong by any amount. */
const wrongLines = 1_000;

interface Row {
  id: number;
  at: number;
  actor: string;
  action: string;
  detail: string;
  hash: string;
  uuid: string | null;
  number: string | null;
  kind: SaleKind | null;
  payable: number | null;
  currency: string | null;
}

const issued = "a.action = 'document-issued'";
const listed = (actions: readonly string[]) =>
  `a.action IN (${actions.map((name) => `'${name}'`).join(', ')})`;
const has = (...facts: readonly string[]) =>
  facts.map((fact) => `json_extract(a.detail, '$.${fact}') IS NOT NULL`).join(' OR ');

/** Lines that only prove rows are left out. */
const everything = `NOT (${listed(proofActions)})`;

const conditionOf: Readonly<Record<ActivityGroup, string>> = {
  sales: `${issued} AND d.kind <> 'creditNote'`,
  returns: `${issued} AND d.kind = 'creditNote'`,
  removed: `${listed(activityActions.removed)} OR (${issued} AND (${has('beside.removed')}))`,
  agreed: `${listed(activityActions.agreed)} OR ${has('approval')}
    OR (${issued} AND (${has('beside.overrides', 'beside.discount')}))`,
  drawer: listed(activityActions.drawer),
  people: listed(activityActions.people),
  articles: listed(activityActions.articles),
  settings: listed(activityActions.settings),
  safety: listed(activityActions.safety),
};

export function createActivity(database: Database) {
  const newest = database.prepare<[], number>('SELECT coalesce(max(id), 0) FROM audit').pluck();
  const latestOf = database
    .prepare<[number, number], number | null>('SELECT max(at) FROM audit WHERE id BETWEEN ? AND ?')
    .pluck();
  const earliestOf = database
    .prepare<[number, number], number | null>('SELECT min(at) FROM audit WHERE id BETWEEN ? AND ?')
    .pluck();
  const names = database
    .prepare<[number], string>('SELECT DISTINCT actor FROM audit WHERE id > ? ORDER BY actor')
    .pluck();
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  const prepared = (group: ActivityGroup | undefined) => {
    const condition = group === undefined ? everything : conditionOf[group];
    const statement = statements.get(condition) ?? database.prepare(selectWhere(condition));
    statements.set(condition, statement);
    return statement;
  };

  /** Returns the first line for which this is false, provided that it is false for all later lines. */
  function firstNot(isBefore: (id: number) => boolean): number {
    let [low, high] = [1, (newest.get() ?? 0) + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (isBefore(middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns a line before which no line has this time or a later one, even if a wrong clock showed an earlier time. */
  const noneBefore = (time: number) => firstNot((id) => (latestOf.get(id - wrongLines, id) ?? time) < time);

  /** Returns a line from which on no line has an earlier time, even if a wrong clock showed a later time. */
  function noneFrom(time: number): number {
    const end = (newest.get() ?? 0) + 1;
    // Most searches are for the newest lines, so these are looked at first.
    if ((earliestOf.get(end - wrongLines, end) ?? time) < time) return end;
    return firstNot((id) => (earliestOf.get(id, id + wrongLines) ?? time) < time);
  }

  function page({
    group,
    by,
    from,
    to,
    text,
    before,
    limit,
  }: Parameters<
    (query: ActivityQuery & { before?: number | undefined; limit: number }) => ActivityPage
  >[0]): ActivityPage {
    const start = from === undefined ? undefined : riyadhInstant(`${from}T00:00:00`);
    const end = to === undefined ? undefined : riyadhInstant(`${to}T00:00:00`) + oneDay;
    const lowest = start === undefined ? 1 : noneBefore(start - outOfOrder);
    const highest = end === undefined ? Number.MAX_SAFE_INTEGER : noneFrom(end + outOfOrder);
    const below = Math.min(before ?? Number.MAX_SAFE_INTEGER, highest, (newest.get() ?? 0) + 1);
    const least = Math.max(lowest, below - lookedAt);
    const rows = prepared(group).all({
      below,
      least,
      limit,
      by: by ?? null,
      text: text === undefined ? null : text.toLowerCase(),
      start: start ?? Number.MIN_SAFE_INTEGER,
      end: end ?? Number.MAX_SAFE_INTEGER,
    }) as Row[];
    const last = rows.length === limit ? rows.at(-1)?.id : least;
    return { lines: rows.map(toEntry), ...(last !== undefined && last > lowest && { next: last }) };
  }

  return {
    /**
     * Searches a limited number of the newest lines before an id, so that a search for a rare line does not take long;
     * `next` says where to continue.
     */
    page: (query: ActivityQuery & { before?: number | undefined; limit: number }) => page(query),
    names: () => names.all((newest.get() ?? 0) - namesOf),
  };
}

/** Lines about documents and receipts are joined with their document. */
const selectWhere = (condition: string) => `
  SELECT a.id, a.at, a.actor, a.action, a.detail, a.hash, d.uuid, d.number, d.kind, d.payable, d.currency
  FROM audit AS a LEFT JOIN document AS d
    ON ${issued} AND d.icv = json_extract(a.detail, '$.icv')
  WHERE a.id >= :least AND a.id < :below AND a.at >= :start AND a.at < :end
    AND (:by IS NULL OR a.actor = :by)
    AND (:text IS NULL OR instr(lower(a.detail), :text) > 0 OR instr(lower(a.actor), :text) > 0)
    AND (${condition})
  ORDER BY a.id DESC LIMIT :limit`;

function toEntry({ uuid, number, kind, payable, currency, detail, ...row }: Row): ActivityEntry {
  const entry = { ...row, detail: JSON.parse(detail) };
  if (uuid === null || number === null || kind === null) return entry;
  return { ...entry, document: { uuid, number, kind, payable: payable ?? 0, currency: currency ?? 'SAR' } };
}
