import type { Sale } from './sale.ts';

/**
 * Returns true for a sale that only a manager may issue: anything but selling to a consumer or a business, or taking
 * goods back line by line. A rounding is the shop's own for cash, or it is refused when the sale is issued.
 */
export function isSpecialSale(sale: Sale): boolean {
  const { kind, special = {}, currency, prepayments, supplier, notes } = sale;
  if (kind === 'creditNote') return sale.lines.some(({ correctsLine }) => correctsLine === undefined);
  return (
    kind !== 'invoice' ||
    Object.values(special).includes(true) ||
    (currency ?? 'SAR') !== 'SAR' ||
    prepayments !== undefined ||
    supplier !== undefined ||
    notes !== undefined
  );
}
