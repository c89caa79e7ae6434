import type { Filter } from './filters.ts';

interface Place {
  filter: Filter;
  /** Pixels scrolled. */
  offset: number;
  /** UUID of the row that had the focus. */
  active: string | undefined;
}

/** Where the reader was in the list: coming back from an invoice goes on from there. Lives as long as the page. */
export const place: Place = { filter: 'all', offset: 0, active: undefined };
