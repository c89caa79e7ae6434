import type { InvoiceFilter } from '../terminal/invoice-filter.ts';
import { useTerminalPages, useTerminalQuery } from '../terminal/use-terminal-query.ts';
import { type NumberForm, numberFormOf } from './search-text.ts';

/** Rows asked for at a time. */
const pageSize = 100;

/** What main is asked for to show a filtered list. */
export const listInput = (filter: InvoiceFilter) => ({ ...filter, limit: pageSize });

/** The invoices that a filter lets through, newest first, kept up to date by events. */
export function useInvoiceList(filter: InvoiceFilter) {
  return useTerminalPages(
    'invoice.list',
    listInput(filter),
    ({ rows }) => (rows.length < pageSize ? undefined : rows.at(-1)?.icv),
    { keepsPrevious: true },
  );
}

/** How numbers are written here; undefined while there is none. It does not change in the life of a certificate. */
export function useNumberForm(): NumberForm | undefined {
  const newest = useTerminalQuery('invoice.list', { limit: 1 }, { staleTime: 0 }).data?.rows[0];
  return newest && numberFormOf(newest.number);
}
