import type { Sale } from './sale.ts';

/**
 * Returns true for a sale that only a manager may issue: anything but selling to a consumer or a business, or taking
 * goods back line by line.
 */
export function isSpecialSale(sale: Sale): boolean {
  const { kind, special = {}, currency, prepayments, supplier, payableRounding, notes } = sale;
  if (kind === 'creditNote') return sale.lines.some(({ correctsLine }) => correctsLine === undefined);
  return (
    kind !== 'invoice' ||
    Object.values(special).includes(true) ||
    (currency ?? 'SAR') !== 'SAR' ||
    prepayments !== undefined ||
    supplier !== undefined ||
    payableRounding !== undefined ||
    notes !== undefined
  );
}
