import type { InvoiceFilter } from '../../ui/terminal/invoice-filter.ts';
import { useTerminalPages, useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { type NumberForm, numberFormOf } from './search-text.ts';

const pageSize = 100;

export const listInput = (filter: InvoiceFilter) => ({ ...filter, limit: pageSize });

export function useInvoiceList(filter: InvoiceFilter) {
  return useTerminalPages(
    'invoice.list',
    listInput(filter),
    ({ rows }) => (rows.length < pageSize ? undefined : rows.at(-1)?.icv),
    { keepsPrevious: true },
  );
}

/**
 * Returns the form of the invoice numbers; undefined before the first invoice. It stays the same for the life of a
 * certificate.
 */
export function useNumberForm(): NumberForm | undefined {
  const newest = useTerminalQuery('invoice.list', { limit: 1 }, { staleTime: 0 }).data?.rows[0];
  return newest && numberFormOf(newest.number);
}
