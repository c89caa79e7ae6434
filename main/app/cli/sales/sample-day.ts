import type { SaleInput } from '../../../../shared/sale/sale.ts';

const buyer: NonNullable<SaleInput['buyer']> = {
  name: 'شركة نماذج فاتورة المحدودة | Fatoora Samples LTD',
  vatNumber: '399999999800003',
  address: {
    street: 'صلاح الدين | Salah Al-Din',
    building: '1111',
    district: 'المروج | Al-Murooj',
    city: 'الرياض | Riyadh',
    postalCode: '12222',
  },
};

/** A small shop's day: typical sales of a till, with the difficult cases. */
export const sampleDay: readonly (SaleInput & { title: string })[] = [
  {
    title: 'coffee and dates',
    lines: [
      { name: 'قهوة عربية | Arabic coffee', quantity: 2, unitPrice: '14.00' },
      { name: 'تمر سكري | Sukkari dates', quantity: '0.345', unit: 'KGM', unitPrice: '38.00' },
    ],
  },
  {
    title: 'a total that no net price reaches',
    lines: [{ name: 'دفتر | Notebook', quantity: 13, unitPrice: '100.00' }],
  },
  {
    title: 'business, net prices',
    customer: 'business',
    prices: 'excludeVat',
    buyer,
    lines: [
      { name: 'كرسي مكتب | Office chair', quantity: 4, unitPrice: '349.50' },
      { name: 'مصباح | Lamp', quantity: 4, unitPrice: '59.90', discount: { percent: 10 } },
    ],
    payments: [{ means: 'bankTransfer' }],
  },
  {
    title: 'medicine beside a taxed bag',
    lines: [
      {
        name: 'دواء | Medicine',
        quantity: 1,
        unitPrice: '42.75',
        vat: { category: 'Z', reason: 'VATEX-SA-35' },
      },
      { name: 'كيس | Bag', quantity: 1, unitPrice: '0.50' },
    ],
    payments: [{ means: 'card' }],
  },
  {
    title: 'discount on the basket',
    lines: [
      { name: 'قميص | Shirt', quantity: 3, unitPrice: '79.95' },
      {
        name: 'كتاب معفى | Exempt service',
        quantity: 1,
        unitPrice: '40.00',
        vat: { category: 'E', reason: 'VATEX-SA-29' },
      },
    ],
    discount: { amount: '25.00', reason: 'عميل دائم | Regular customer' },
  },
  {
    title: 'business, shelf prices',
    customer: 'business',
    buyer,
    lines: [{ name: 'ورق طباعة A4 | Paper A4', quantity: 10, unitPrice: '21.95' }],
    payments: [{ means: 'card' }],
  },
  {
    title: 'a name with < & > and quotes',
    lines: [{ name: `Mug "Tom & Jerry's" <XL> ☕`, quantity: 1, unitPrice: '35.00' }],
  },
  {
    title: 'thirty small lines',
    lines: Array.from({ length: 30 }, (_, index) => ({
      name: `صنف ${index + 1} | Item ${index + 1}`,
      quantity: String(1 + (index % 4)),
      unitPrice: `${index}.${String((index * 37) % 100).padStart(2, '0')}`,
    })).map((line) => (line.unitPrice === '0.00' ? { ...line, unitPrice: '0.25' } : line)),
  },
];
