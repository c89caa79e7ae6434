import { useQuery } from '@tanstack/react-query';
import type { InvoiceDetail } from '../../shared/contract/invoices.ts';
import { ask, queryKeys, useClient } from '../client.tsx';
import { sinceNow } from '../live.ts';

/** A document with all that is known of it; undefined while it is read, and where it is not wanted. */
export function useInvoice(uuid: string, isWanted = true): InvoiceDetail | undefined {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.invoice(uuid),
    enabled: isWanted,
    queryFn: async () => {
      const upToDate = sinceNow();
      return upToDate(await ask(client, 'invoice.get', { uuid }));
    },
    staleTime: 0,
  }).data;
}
