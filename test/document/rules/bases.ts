import type { Invoice } from '../../../main/document/invoice/invoice.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { buyer, invoiceOf } from '../invoice/fixtures.ts';

/* The sales that break no rule. Each case of broken-documents.ts starts from one of them. */

const pen = { name: 'قلم | Pencil', quantity: 3, unitPrice: '11.50' };
const bread = { name: 'خبز | Bread', quantity: '0.345', unit: 'KGM', unitPrice: '40' };
const medicine = {
  name: 'دواء | Medicine',
  quantity: 1,
  unitPrice: '25',
  vat: { category: 'Z', reason: 'VATEX-SA-35' },
} as const;
const rent = {
  name: 'إيجار سكني | Rent of a flat',
  quantity: 1,
  unitPrice: '2000',
  vat: { category: 'E', reason: 'VATEX-SA-30' },
} as const;
const fine = {
  name: 'مخالفة | Fine',
  quantity: 1,
  unitPrice: '100',
  vat: { category: 'O', reason: 'VATEX-SA-OOS', reasonText: 'خارج النطاق | Out of scope' },
} as const;
const delivery = { amount: '23', reasonCode: 'DL', reason: 'توصيل | Delivery' } as const;
const identification = { scheme: 'NAT', value: '1020304050' } as const;
const citizen = { name: 'سعد | Saad', identification };
const anAddress = { ...buyer.address, additionalStreet: 'Gate 2', province: 'Riyadh Region' };

const advance = { number: 'T1-000001', issueDate: '2024-03-05', issueTime: '12:00:00' };
const corrected = { number: 'T1-000002', issueDate: '2024-03-05' };

const sales = {
  consumer: {
    lines: [{ ...pen, discount: { amount: '2' }, charges: [{ ...delivery, amount: '5' }] }, bread],
  },
  summary: {
    customer: 'consumer',
    special: { summary: true },
    supplyDate: '2024-03-01',
    supplyEndDate: '2024-03-31',
    buyer: { ...citizen, address: anAddress },
    lines: [pen],
  },
  business: {
    customer: 'business',
    prices: 'excludeVat',
    buyer: { ...buyer, address: anAddress },
    supplyDate: '2024-03-01',
    supplyEndDate: '2024-03-31',
    orderReference: 'PO-7',
    contractReference: 'C-7',
    note: 'شكرًا | Thank you',
    payments: [{ means: 'bankAccount', account: 'SA0380000000608010167519', terms: '30 days' }],
    discount: { percent: 10, vat: { category: 'S' } },
    charges: [{ ...delivery, vat: { category: 'S' } }],
    lines: [pen, bread],
  },
  /** The sale has one discount and one charge at each VAT category. */
  allCategories: {
    customer: 'business',
    prices: 'excludeVat',
    buyer,
    discount: { amount: '100' },
    charges: [delivery],
    lines: [pen, medicine, rent, fine],
  },
  citizen: {
    buyer: citizen,
    lines: [{ ...pen, name: 'كشف طبي | Examination', vat: { category: 'Z', reason: 'VATEX-SA-HEA' } }],
  },
  zeroRated: { lines: [medicine] },
  dollars: { customer: 'business', buyer, currency: 'USD', exchangeRate: '3.75', lines: [pen] },
  creditNote: { kind: 'creditNote', corrects: [corrected], reason: 'إرجاع | Return', lines: [pen] },
  final: {
    customer: 'business',
    prices: 'excludeVat',
    buyer,
    prepayments: [
      {
        ...advance,
        amounts: [
          { amount: '10' },
          { amount: '5', vat: medicine.vat },
          { amount: '50', vat: rent.vat },
          { amount: '20', vat: fine.vat },
        ],
      },
    ],
    lines: [pen, medicine, rent, fine],
  },
} as const satisfies Readonly<Record<string, SaleInput>>;

export type BaseName = keyof typeof sales;

export const baseNames = Object.keys(sales) as BaseName[];

export function baseInvoice(name: BaseName): Invoice {
  return invoiceOf(sales[name]);
}
