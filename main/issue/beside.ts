import type { Beside } from '../../shared/beside.ts';
import type { Sale } from '../../shared/sale.ts';
import { discountsOf } from '../shift/discounts.ts';

/** Returns what is written beside a document of this sale; undefined when there is nothing to say. */
export function besideOf(sale: Sale, overrides: Beside['overrides']): Beside | undefined {
  const discount = hasDiscount(sale) ? discountsOf(sale) : 0;
  if (discount === 0 && overrides === undefined) return undefined;
  return { ...(overrides && { overrides }), ...(discount !== 0 && { discount }) };
}

/** Most sales have none, and adding up takes time. */
function hasDiscount({ kind, discount, discounts, lines }: Sale): boolean {
  if (kind !== 'invoice') return false;
  return (
    discount !== undefined ||
    discounts !== undefined ||
    lines.some((line) => line.discount !== undefined || line.discounts !== undefined)
  );
}
