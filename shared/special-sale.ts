import type { Sale } from './sale.ts';

/**
 * Whether a sale is one of the special kinds, which are a manager's: anything but selling to a consumer or a business
 * and taking goods back line by line.
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
