import { randomUUID } from 'node:crypto';
import type { SaleInput } from '../../shared/sale/sale.ts';

/** Returns a new sale with this many lines. */
export function saleOf(lines: number): SaleInput {
  return {
    saleId: randomUUID(),
    lines: Array.from({ length: lines }, (_, index) => ({
      name: `صنف رقم ${index + 1} | Item ${index + 1}`,
      quantity: 1 + (index % 3),
      unitPrice: `${5 + (index % 40)}.95`,
    })),
  };
}
