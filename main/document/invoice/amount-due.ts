import type { Halalas } from '../../../shared/values/money.ts';
import type { Invoice } from './invoice.ts';

/** Returns true for a document about goods that were given away (KSA-2, position 4), for which nobody pays. */
export const isGift = ({ typeName }: Pick<Invoice, 'typeName'>): boolean => typeName[3] === '1';

/**
 * Returns the money that the customer pays for a document, or gets back for a credit note. A gift states its value as
 * payable (BT-115), because VAT is due on it.
 */
export const amountDue = (invoice: Pick<Invoice, 'typeName' | 'totals'>): Halalas =>
  isGift(invoice) ? 0 : invoice.totals.payable;
