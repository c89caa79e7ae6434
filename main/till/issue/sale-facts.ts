import type { Actor } from '../../../shared/actor.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { SaleFacts } from '../../../shared/sale/sale-facts.ts';
import { discountsOf } from '../shift/discounts.ts';

interface SaleFactsInput {
  readonly by: Pick<Actor, 'kind'>;
  readonly overrides?: SaleFacts['overrides'];
  readonly replaces?: string | undefined;
}

/** Returns the facts to store beside the document of this sale; undefined when there are none. */
export function saleFactsOf(sale: Sale, { by, overrides, replaces }: SaleFactsInput): SaleFacts | undefined {
  const discount = hasDiscount(sale) ? discountsOf(sale) : 0;
  // Other programs are trusted. For a document that is issued again, the receipt was recorded earlier.
  const ifNotStated = by.kind === 'person' && replaces === undefined ? 'none' : undefined;
  const receipt = sale.receiptShown ?? (sale.kind === 'creditNote' ? ifNotStated : undefined);
  if (discount === 0 && overrides === undefined && receipt === undefined) return undefined;
  return {
    ...(overrides && { overrides }),
    ...(receipt && { receipt }),
    ...(discount !== 0 && { discount }),
  };
}

/** Most sales have no discount, and adding up takes time. */
function hasDiscount({ kind, discount, discounts, lines }: Sale): boolean {
  if (kind !== 'invoice') return false;
  return (
    discount !== undefined ||
    discounts !== undefined ||
    lines.some((line) => line.discount !== undefined || line.discounts !== undefined)
  );
}
