import type { Company } from '../../../shared/company.ts';
import type { Seller } from '../../document/invoice/invoice.ts';

/** Returns the company as the seller of a document. */
export function sellerOf({ name, vatNumber, identification, address }: Company): Seller {
  return { name, vatNumber, identification, address };
}
