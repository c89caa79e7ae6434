import { createHash } from 'node:crypto';
import type { SaleInput } from '../../shared/sale.ts';

/** Each till of a shop counts its sales from its own number on. */
export const salesPerTill = 1_000_000;

/** Every so-many-th sale is a business's, which waits for clearance. */
const businessEvery = 3;

/** The id of a shop's sale, always the same: a till that was killed repeats the sale under the same id. */
export function saleIdOf(serial: string, sale: number): string {
  const hex = createHash('sha256').update(`${serial} ${sale}`).digest('hex');
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
