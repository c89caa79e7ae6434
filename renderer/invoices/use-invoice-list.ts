import { useInfiniteQuery } from '@tanstack/react-query';
import type { SubmissionState } from '../../shared/status.ts';
import { ask, queryKeys, useClient } from '../client.tsx';
import { type InvoicePage, type InvoicePages, sinceNow } from '../live.ts';

/** Rows asked for at a time. */
const pageSize = 100;

/** The invoices in these states (all when undefined), newest first, kept up to date by events. */
export function useInvoiceList(states: readonly SubmissionState[] | undefined) {
  const client = useClient();
  return useInfiniteQuery<InvoicePage, Error, InvoicePages, readonly unknown[], number | undefined>({
    queryKey: [...queryKeys.invoices, states],
    initialPageParam: undefined,
    queryFn: async ({ pageParam }) => {
      const upToDate = sinceNow();
      const page = await ask(client, 'invoice.list', {
        limit: pageSize,
        ...(pageParam !== undefined && { before: pageParam }),
        ...(states !== undefined && { states: [...states] }),
      });
      return { ...page, rows: page.rows.map(upToDate) };
    },
    getNextPageParam: (last) => (last.rows.length < pageSize ? undefined : last.rows.at(-1)?.icv),
  });
}
