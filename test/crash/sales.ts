import { createHash } from 'node:crypto';
import type { SaleInput } from '../../shared/sale/sale.ts';

/** The size of each till's range of sale numbers. */
export const salesPerTill = 1_000_000;

/** Every n-th sale is to a business and waits for clearance. */
const businessEvery = 3;

/**
 * Returns the ID of a shop's sale. It is always the same, so that a till that was killed repeats the sale under its ID.
 */
export const saleIdOf = (serial: string, sale: number): string => idOf(`${serial} ${sale}`);

/** Returns an ID, which is always the same for the same name. */
export function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

export function saleOf(serial: string, sale: number): SaleInput {
  const lines = Array.from({ length: 1 + (sale % 4) }, (_, index) => ({
    name: `صنف ${sale}-${index} | Item ${sale}-${index}`,
    quantity: 1 + ((sale + index) % 5),
    unitPrice: `${1 + (sale % 90)}.95`,
  }));
  const base: SaleInput = { saleId: saleIdOf(serial, sale), lines };
  if (sale % businessEvery !== 0) return base;
  return {
    ...base,
    customer: 'business',
    buyer: {
      name: 'شركة نماذج فاتورة المحدودة | Fatoora Samples LTD',
      vatNumber: '399999999800003',
      address: {
        street: 'صلاح الدين | Salah Al-Din',
        building: '1111',
        district: 'المروج | Al-Murooj',
        city: 'الرياض | Riyadh',
        postalCode: '12222',
      },
    },
  };
}
