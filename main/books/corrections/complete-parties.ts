import { type Customer, customerOf, type Sale } from '../../../shared/sale/sale.ts';
import type { LedgerEntry } from '../ledger/documents/entry.ts';
import type { EarlierDocuments } from './earlier-documents.ts';
import { refuse } from './law/refuse.ts';

/** A sale that says its customer, as each document does. */
export type CustomerSale = Sale & { readonly customer: Customer };

const saysCustomer = (sale: Sale): sale is CustomerSale => sale.customer !== undefined;

/** Completes a note that says no customer with the kind of its invoice. @returns the sale itself if it says one */
export function completeCustomer(sale: Sale, documents: Pick<EarlierDocuments, 'getByNumber'>): CustomerSale {
  if (saysCustomer(sale)) return sale;
  const [{ number } = {}] = sale.corrects ?? [];
  const original = number === undefined ? undefined : documents.getByNumber(number);
  return { ...sale, customer: original?.customer ?? customerOf(sale) };
}

const otherPartyOf = ({ special }: Sale) => (special?.selfBilled ? 'supplier' : 'buyer');

/** Returns true for a note whose other party only the ledger knows. */
export function lacksParty(sale: Sale): boolean {
  const isNeeded = sale.customer === 'business' || sale.special?.summary === true;
  return isNeeded && sale[otherPartyOf(sale)] === undefined;
}

/**
 * Completes a note with the buyer, or the supplier, of the invoice that it corrects, if it names none.
 * @returns the sale itself if nothing is missing
 * @throws FailureError `bad-input` `buyer-missing`, `supplier-missing` if the ledger does not know them either
 */
export function completeParties<T extends Sale>(sale: T, [original]: readonly LedgerEntry[]): T {
  const field = otherPartyOf(sale);
  if (sale.corrects === undefined || sale[field] !== undefined) return sale;
  const recorded = original?.sale[field];
  if (recorded !== undefined) return { ...sale, [field]: recorded };
  // If the kind of customer differs from the invoice's, another check refuses that.
  if (original === undefined && lacksParty(sale))
    refuse([field], `${field}-missing`, 'must be named: the invoice is not known here');
  return sale;
}
