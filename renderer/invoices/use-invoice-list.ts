import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ask, queryKeys, useClient } from '../client.tsx';
import { type InvoicePage, type InvoicePages, sinceNow } from '../live.ts';
import type { InvoiceFilter } from './narrowing.ts';
import { type NumberForm, numberFormOf } from './search-text.ts';

/** Rows asked for at a time. */
const pageSize = 100;

/** The invoices that a filter lets through, newest first, kept up to date by events. */
export function useInvoiceList(filter: InvoiceFilter) {
  const client = useClient();
  return useInfiniteQuery<InvoicePage, Error, InvoicePages, readonly unknown[], number | undefined>({
    queryKey: [...queryKeys.invoices, filter],
    initialPageParam: undefined,
    // What was found before stays until the next is here.
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam }) => {
      const upToDate = sinceNow();
      const page = await ask(client, 'invoice.list', {
        ...filter,
        limit: pageSize,
        ...(pageParam !== undefined && { before: pageParam }),
      });
      return { ...page, rows: page.rows.map(upToDate) };
    },
    getNextPageParam: (last) => (last.rows.length < pageSize ? undefined : last.rows.at(-1)?.icv),
  });
}

/** How numbers are written here; undefined while there is none. It does not change in the life of a certificate. */
export function useNumberForm(): NumberForm | undefined {
  const client = useClient();
  return (
    useQuery({
      queryKey: ['number-form'],
      staleTime: 0,
      queryFn: async () => {
        const { rows } = await ask(client, 'invoice.list', { limit: 1 });
        // TanStack Query takes no undefined.
        return numberFormOf(rows[0]?.number ?? '') ?? null;
      },
    }).data ?? undefined
  );
}
