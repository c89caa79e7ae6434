import type { FilterPlan, Source } from './invoice-filter.ts';

/** The counters from `first` to `last`, both included; none if `last` is below `first`. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** A source to read, or all documents from the newest down. */
export type Place = Omit<Source, 'worthwhile' | 'isOrdered'>;

/** Builds FROM and WHERE for the documents of a source in the range that pass the whole filter. */
export const passing = (place: Place, plan: FilterPlan): string =>
  fromWhere({ ...place, where: `${place.where} AND ${place.counter} BETWEEN :first AND :last` }, plan);

/** Builds FROM and WHERE for the documents of a source that pass the whole filter, in any range. */
export function fromWhere({ from, where, counter }: Place, { search, conditions }: FilterPlan): string {
  // CROSS JOIN makes SQLite begin with the source.
  const needs = (alias: string, table: string, needed: boolean) =>
    needed && !counter.startsWith(`${alias}.`)
      ? `CROSS JOIN ${table} AS ${alias} ON ${alias}.icv = ${counter}`
      : '';
  const byState = conditions.some((condition) => condition.startsWith('s.'));
  const byIssuer = conditions.some((condition) => condition.startsWith('i.'));
  const byFacts = conditions.some((condition) => condition.startsWith('k.'));
  const joins = [
    needs('e', 'search_entry', search),
    needs('s', 'submission', byState),
    needs('i', 'document', byIssuer),
    needs('k', 'document', byFacts),
  ];
  return `FROM ${from} ${joins.join(' ')}
    WHERE ${[where, ...conditions].join(' AND ')}`;
}
