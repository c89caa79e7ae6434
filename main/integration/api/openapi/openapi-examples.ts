import type * as z from 'zod';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import type { reissueRequestSchema } from '../../invoices/reissue-resource.ts';
import type { returnRequestSchema } from '../../invoices/return-resource.ts';

/*
 * Examples of sales for the API's description. Each can be sent unchanged to any terminal that has not issued it yet,
 * on any day, and together they show every field of a sale. A note or a deduction names a document of the terminal,
 * which is not known beforehand, so the quickstart has commands for these.
 */

interface Example {
  readonly summary: string;
  readonly value: SaleInput;
}

const riyadh = {
  street: 'Olaya Street',
  additionalStreet: 'Gate 2',
  building: '1111',
  district: 'Al-Murooj',
  city: 'Riyadh',
  postalCode: '12222',
  province: 'Riyadh',
  country: 'SA',
};
const company = { name: 'شركة المثال | Example Trading LTD', vatNumber: '399999999800003', address: riyadh };
const reason = 'إرجاع | Returned';

export const saleExamples = {
  consumer: {
    summary: 'A sale to a consumer, paid in cash with change',
    value: {
      saleId: '7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11',
      kind: 'invoice',
      customer: 'consumer',
      prices: 'includeVat',
      lines: [
        {
          name: 'قهوة | Coffee',
          quantity: '2',
          unitPrice: '14.00',
          discount: { percent: '10', reason: 'Happy hour' },
          barcode: '6281000000014',
          sellerItemId: 'COF-1',
        },
        {
          name: 'تمر | Dates',
          quantity: '0.345',
          unit: 'KGM',
          unitPrice: '38.00',
          vat: { category: 'S', rate: '15' },
        },
      ],
      payments: [{ means: 'cash', amount: '38.31', tendered: '40.00' }],
      reference: 'ORDER-4711',
      metadata: { table: '12', loyaltyCard: '9981' },
    },
  },
  business: {
    summary: 'A sale to a business, on account',
    value: {
      customer: 'business',
      prices: 'excludeVat',
      buyer: { ...company, identification: { scheme: 'CRN', value: '1010101010' } },
      lines: [
        {
          name: 'Printer',
          quantity: '1',
          unitPrice: '900.00',
          discounts: [{ amount: '25.00', reason: 'Display model' }],
          charges: [{ amount: '10.00', reasonCode: 'ABK', reason: 'Eco fee' }],
          buyerItemId: 'P-77',
        },
        { name: 'Book', quantity: '1', unitPrice: '20.00', vat: { category: 'S', rate: '5' } },
      ],
      discount: { percent: '2', reason: 'Regular customer' },
      discounts: [{ amount: '1.00', reason: 'Voucher', vat: { category: 'S', rate: '15' } }],
      charges: [
        { amount: '30.00', reasonCode: 'DL', reason: 'Delivery', vat: { category: 'S', rate: '15' } },
      ],
      payments: [
        {
          means: 'onAccount',
          instruction: 'Name the invoice number',
          account: 'SA0380000000608010167519',
          terms: '30 days',
        },
      ],
      supplyDate: '2026-01-30',
      orderReference: 'PO-2231',
      contractReference: 'C-17',
      note: 'Deliver to gate 2',
      notes: ['Fragile', 'Call before delivery'],
    },
  },
  split: {
    summary: 'Card and cash together, rounded to coins',
    value: {
      lines: [{ name: 'Bread', quantity: '1', unitPrice: '7.02' }],
      payableRounding: '-0.02',
      payments: [
        { means: 'card', amount: '5.00' },
        { means: 'cash', amount: '2.00' },
      ],
    },
  },
  export: {
    summary: 'Goods for a buyer abroad, in dollars, without VAT',
    value: {
      customer: 'business',
      special: { export: true, thirdParty: false, nominal: false, summary: false, selfBilled: false },
      currency: 'USD',
      exchangeRate: '3.75',
      buyer: {
        name: 'Florida Steel Factory',
        identification: { scheme: 'OTH', value: 'US1029384756' },
        address: { street: 'Canadian Street', city: 'Houston', postalCode: '77001', country: 'US' },
      },
      lines: [
        {
          name: 'Dates',
          quantity: '10',
          unitPrice: '25.00',
          vat: { category: 'Z', rate: '0', reason: 'VATEX-SA-32' },
        },
      ],
      payments: [{ means: 'bankTransfer' }],
    },
  },
  outOfScope: {
    summary: 'What is outside the scope of VAT, with the reason in words',
    value: {
      lines: [
        {
          name: 'Government fee',
          quantity: '1',
          unitPrice: '50.00',
          vat: { category: 'O', reason: 'VATEX-SA-OOS', reasonText: 'خارج نطاق الضريبة | Out of scope' },
        },
      ],
    },
  },
  summary: {
    summary: 'One invoice for the supplies of a month',
    value: {
      customer: 'business',
      special: { summary: true },
      buyer: company,
      supplyDate: '2026-01-01',
      supplyEndDate: '2026-01-31',
      lines: [{ name: 'Water', quantity: '120', unitPrice: '5.00' }],
      payments: [{ means: 'onAccount' }],
    },
  },
  selfBilled: {
    summary: 'This shop buys, and issues the document for its supplier',
    value: {
      customer: 'business',
      special: { selfBilled: true },
      supplier: {
        name: 'شركة المثال | Example Trading LTD',
        vatNumber: '399999999800003',
        identification: { scheme: 'CRN', value: '1010101010' },
        address: riyadh,
      },
      lines: [{ name: 'Flour', quantity: '4', unitPrice: '100.00' }],
      payments: [{ means: '30' }],
    },
  },
  advance: {
    summary: 'An advance (the quickstart deducts one)',
    value: { kind: 'prepayment', lines: [{ name: 'Advance', quantity: '1', unitPrice: '100.00' }] },
  },
  otherSystem: {
    summary: 'Money back for what another system sold (scope notes.other-systems)',
    value: {
      kind: 'creditNote',
      corrects: [{ number: 'OLD-17', issueDate: '2026-01-31', otherSystem: { total: '115.00' } }],
      reason,
      receiptShown: 'number',
      lines: [{ name: 'Shirt', quantity: '1', unitPrice: '80.00' }],
    },
  },
  otherAdvance: {
    summary: 'The final invoice, which deducts an advance of another system (scope notes.other-systems)',
    value: {
      lines: [{ name: 'Wardrobe', quantity: '1', unitPrice: '1150.00' }],
      prepayments: [
        {
          number: 'OLD-18',
          issueDate: '2026-01-31',
          issueTime: '10:15:00',
          otherSystem: { total: '100.00' },
          name: 'دفعة مقدمة | Advance payment',
          amounts: [{ vat: { category: 'S', rate: '15' }, amount: '100.00', vatAmount: '13.04' }],
        },
      ],
    },
  },
} as const satisfies Record<string, Example>;

/** Both examples return goods of the first sale above, one after the other. */
export const returnExamples = {
  part: {
    summary: 'One of the goods of the first line, paid back in cash',
    value: { lines: [{ line: 1, quantity: '1' }], reason, payment: 'cash' },
  },
  everything: { summary: 'All that is left', value: { everything: true, reason } },
} as const satisfies Record<string, { summary: string; value: z.input<typeof returnRequestSchema> }>;

export const reissueExamples = {
  clock: { summary: 'What was dated in the future', value: { cause: 'BR-KSA-04' } },
} as const satisfies Record<string, { summary: string; value: z.input<typeof reissueRequestSchema> }>;
