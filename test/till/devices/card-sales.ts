import type { SaleInput } from '../../../shared/sale/sale.ts';
import type { Shop } from '../../books/corrections/shop.ts';

/** Returns a sale of 115.00 that is paid by card. */
export const coffeeByCard = (saleId: string): SaleInput => ({
  saleId,
  lines: [{ name: 'Coffee', quantity: 1, unitPrice: '115.00' }],
  payments: [{ means: 'card' }],
});

/** Returns the credit note for such a whole sale, refunded to the card. */
export const noteByCard = (shop: Shop, uuid: string, saleId: string): SaleInput => ({
  ...shop.noteFor(uuid, [1, '1']),
  saleId,
  payments: [{ means: 'card' }],
});
