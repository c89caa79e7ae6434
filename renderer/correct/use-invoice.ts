import type { InvoiceDetail } from '../../shared/contract/invoices.ts';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';

/** A document with all that is known of it; undefined while it is read, and where it is not wanted. */
export function useInvoice(uuid: string, isWanted = true): InvoiceDetail | undefined {
  return useTerminalQuery('invoice.get', isWanted ? { uuid } : undefined).data;
}
