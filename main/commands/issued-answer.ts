import type { CommandOutput } from '../../shared/contract/index.ts';
import { type LedgerEntry, toInvoiceRow } from '../ledger/entry.ts';

/** Returns a document in the form in which the screen that issued it receives it. */
export function issuedAnswer(entry: LedgerEntry): CommandOutput<'sale.issue'> {
  const { qr, hash, taxExclusive, vat } = entry;
  return { ...toInvoiceRow(entry), qr, hash, taxExclusive, vat };
}
