import type { InvoiceDetail } from '../../../shared/contract/till/invoices.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';

/** Returns a document with all its details; undefined while it is being read, and when it is not wanted. */
export function useInvoice(uuid: string, isWanted = true): InvoiceDetail | undefined {
  return useTerminalQuery('invoice.get', isWanted ? { uuid } : undefined).data;
}
