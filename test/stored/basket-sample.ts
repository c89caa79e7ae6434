import { saleSchema } from '../../shared/sale/sale.ts';
import type { Draft } from '../../shared/stored/basket/draft.ts';

const uuid = (digit: string) => `${digit.repeat(8)}-1111-4111-8111-${digit.repeat(12)}`;
const sale = saleSchema.parse({
  saleId: uuid('3'),
  lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }],
  payments: [{ means: 'cash' }],
});

/** A basket with every field. */
export const draftSample: Draft = {
  saleId: uuid('1'),
  customer: 'business',
  lines: [
    {
      key: uuid('4'),
      name: 'تمر | Dates',
      quantity: '2',
      price: '34.50',
      exemption: 'VATEX-SA-HEA',
      exemptionText: 'Private health care to a citizen',
      rate: '15',
      discount: { kind: 'percent', value: '5' },
      barcode: '6281000000015',
      unit: 'KGM',
      origin: 0,
    },
  ],
  discount: { kind: 'amount', value: '1.50' },
  payment: {
    means: 'several',
    tendered: '100',
    parts: [{ key: uuid('5'), means: 'card', amount: '30' }],
    asked: uuid('5'),
  },
  buyer: {
    name: 'شركة نجد',
    idKind: 'vatNumber',
    id: '300000000000003',
    registration: '1010000000',
    country: 'SA',
    street: 'King Fahd Road',
    building: '1234',
    district: 'Olaya',
    city: 'Riyadh',
    postalCode: '12211',
  },
  advanced: {
    kind: 'creditNote',
    on: ['currency', 'advance', 'charge'],
    chargeKind: 'amount',
    chargeCode: 'DL',
    advances: [
      {
        number: 'T1-000001',
        uuid: uuid('6'),
        issueDate: '2026-11-20',
        issueTime: '12:30:00',
        payable: 11_500,
        amounts: [
          {
            vat: { category: 'Z', rate: '0', reason: 'VATEX-SA-32', reasonText: 'Export of goods' },
            amount: '100.00',
            vatAmount: '0.00',
          },
        ],
      },
    ],
    correctsNumber: 'T1-000002',
    correctsDate: '2026-11-20',
    reason: 'Returned',
    supplyDate: '2026-11-20',
    supplyEndDate: '2026-11-21',
    currency: 'USD',
    exchangeRate: '3.75',
    charge: '10',
    chargeReason: 'Delivery',
    note: 'A note',
    instruction: 'Pay within a week',
    terms: '30 days',
    orderReference: 'PO-1',
    contractReference: 'C-1',
    rounding: '0.01',
  },
  correction: { uuid: uuid('2'), number: 'T1-000002', payable: 2_800, sale },
  exchange: { uuid: uuid('7'), number: 'T1-000003', note: sale, back: 2_800 },
  openAmount: '7.25',
};
