import type { InfiniteData } from '@tanstack/react-query';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import { belongs, type InvoiceFilter } from './invoice-filter.ts';
import type { LateRow } from './late-rows.ts';

/** A page of the list, with the revision of the answer that contained it. */
export type InvoicePage = CommandOutput<'invoice.list'> & { readonly revision: number };
export type InvoicePages = InfiniteData<InvoicePage, number | undefined>;

/**
 * Inserts a row into a list, newest first. A row in the list stays where it is, even when it no longer matches the
 * filter: nothing disappears under a finger. A row older than all loaded ones is left to its own page, and a page that
 * is newer than the row stays unchanged.
 */
export function upsertRow(
  list: InvoicePages,
  { row, revision }: LateRow,
  filter: InvoiceFilter | undefined,
): InvoicePages {
  const isHere = list.pages.some((page) => page.rows.some(({ uuid }) => uuid === row.uuid));
  if (isHere) {
    const pages = list.pages.map((page) =>
      page.revision < revision && page.rows.some(({ uuid }) => uuid === row.uuid)
        ? { ...page, rows: page.rows.map((old) => (old.uuid === row.uuid ? row : old)) }
        : page,
    );
    return { ...list, pages };
  }
  if (!belongs(row, filter)) return list;
  const loaded = list.pages.reduce((sum, page) => sum + page.rows.length, 0);
  const { total = 0, more = false } = list.pages.at(-1) ?? {};
  const isWhole = !more && loaded >= total;
  const home = list.pages.findIndex((page, index) => {
    const oldest = page.rows.at(-1);
    const isEnd = isWhole && index === list.pages.length - 1;
    return isEnd || (oldest !== undefined && oldest.icv < row.icv);
  });
  // Leaves the total unchanged as well: it may already include a row that is not loaded.
  if (home === -1 || (list.pages[home]?.revision ?? 0) >= revision) return list;
  const pages = list.pages.map((page, index) => ({
    ...page,
    // A total that is only a lower bound stays the same.
    total: page.more ? page.total : page.total + 1,
    rows: index === home ? [...page.rows, row].sort((a, b) => b.icv - a.icv) : page.rows,
  }));
  return { ...list, pages };
}

/**
 * Applies the latest events to a page that was read before them. New documents go on the first page only; further pages
 * keep their rows.
 */
export function withLateRows<Page extends CommandOutput<'invoice.list'>>(
  page: Page,
  revision: number,
  late: readonly LateRow[],
  {
    before,
    limit: _,
    ...filter
  }: InvoiceFilter & { before?: number | undefined; limit?: number | undefined },
): CommandOutput<'invoice.list'> {
  if (before !== undefined) {
    const rows = new Map(late.map(({ row }) => [row.uuid, row]));
    return { ...page, rows: page.rows.map((row) => rows.get(row.uuid) ?? row) };
  }
  const read: InvoicePages = { pages: [{ ...page, revision }], pageParams: [undefined] };
  const list = late.reduce((pages, one) => upsertRow(pages, one, filter), read);
  const { revision: __, ...upToDate } = list.pages[0] ?? { ...page, revision };
  return upToDate;
}
