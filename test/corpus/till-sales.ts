import type { SaleInput } from '../../shared/sale/sale.ts';

/*
 * The sales of the corpus. Each story has a terminal of its own, which issues a document each minute: the first is
 * T1-000001 of 13:00:00.
 */

type Buyer = NonNullable<SaleInput['buyer']>;
type Line = SaleInput['lines'][number];

const address = {
  street: 'صلاح الدين | Salah Al-Din',
  building: '1111',
  district: 'المروج | Al-Murooj',
  city: 'الرياض | Riyadh',
  postalCode: '12222',
};
export const buyer: Buyer = {
  name: 'شركة نماذج فاتورة المحدودة | Fatoora Samples LTD',
  vatNumber: '399999999800003',
  address,
};
const citizen: Buyer = {
  name: 'علي الأحمد | Ali Al-Ahmad',
  identification: { scheme: 'NAT', value: '1092837465' },
  address,
};
const buyerAbroad: Buyer = {
  name: 'Florida Steel Factory',
  identification: { scheme: 'OTH', value: 'US1029384756' },
  address: { street: 'Canadian Street', city: 'Houston', postalCode: '77001', country: 'US' },
};
const supplier: NonNullable<SaleInput['supplier']> = {
  name: 'شركة الموردين | Suppliers LTD',
  vatNumber: '399999999700003',
  identification: { scheme: 'CRN', value: '1010020000' },
  address,
};
const toBusiness = { customer: 'business', buyer } as const;

export const coffee: Line = {
  name: 'قهوة | Coffee',
  quantity: 2,
  unitPrice: '14.00',
  barcode: '6281000000007',
};
export const dates: Line = { name: 'تمر | Dates', quantity: '0.345', unit: 'KGM', unitPrice: '38.00' };
export const shelf: Line = { name: 'رف | Shelf', quantity: 1, unitPrice: '1150.00', sellerItemId: 'رف-7' };
/** Thirteen of them cost a total that no taxable amount gives. */
const notebook: Line = { name: 'دفتر | Notebook', quantity: 13, unitPrice: 100 };
const book: Line = { name: 'كتاب | Book', quantity: 1, unitPrice: '52.50', vat: { category: 'S', rate: 5 } };
const medicine: Line = {
  name: 'دواء | Medicine',
  quantity: 3,
  unitPrice: '9.99',
  vat: { category: 'Z', reason: 'VATEX-SA-35' },
};
const rent: Line = {
  name: 'إيجار سكني | Residential rent',
  quantity: 1,
  unitPrice: '2500',
  vat: { category: 'E', reason: 'VATEX-SA-30' },
};
const fee: Line = {
  name: 'رسوم حكومية | Government fee',
  quantity: 1,
  unitPrice: '120',
  vat: { category: 'O', reason: 'VATEX-SA-OOS', reasonText: 'خارج نطاق الضريبة | Out of scope' },
};
const exported: Line = { ...notebook, vat: { category: 'Z', reason: 'VATEX-SA-32' } };

const corrects = [{ number: 'T1-000001' }];
const creditNote = { kind: 'creditNote', corrects, reason: 'إرجاع السلع | Goods returned' } as const;
const debitNote = { kind: 'debitNote', corrects, reason: 'تصحيح السعر | Price corrected' } as const;
/** The first document of a story, when it is an advance. */
const advance = { number: 'T1-000001', issueDate: '2026-11-20', issueTime: '13:00:00' };
const bulk = Array.from({ length: 100 }, (_, index) => ({
  ...[coffee, dates, notebook, book][index % 4],
  name: `صنف رقم ${index + 1} | Item ${index + 1}`,
  quantity: `${1 + (index % 40)}.${100 + (index % 90)}`,
  unitPrice: `${1 + (index % 97)}.${10 + (index % 90)}`,
}));
const august = { supplyDate: '2026-08-01', supplyEndDate: '2026-08-31' };

/** Returns a sale in US dollars at the rate of the riyal. */
const inDollars = (sale: SaleInput): SaleInput => ({ ...sale, currency: 'USD', exchangeRate: '3.75' });

/** The documents of each story. */
export const saleStories: Readonly<Record<string, readonly SaleInput[]>> = {
  simplified: [{ lines: [coffee, dates] }, { lines: [coffee], buyer: { name: 'علي | Ali' } }],
  'tax-invoice': [
    { ...toBusiness, lines: [shelf, coffee], orderReference: 'PO-2026/17', contractReference: 'C-88' },
    { customer: 'business', buyer: citizen, lines: [coffee] },
  ],
  'credit-note': [
    { lines: [coffee, dates] },
    { ...creditNote, lines: [coffee, dates] },
    { ...toBusiness, lines: [shelf] },
    { ...creditNote, ...toBusiness, corrects: [{ number: 'T1-000003' }], lines: [shelf] },
  ],
  'debit-note': [
    { lines: [coffee] },
    { ...debitNote, lines: [{ ...coffee, quantity: 1, unitPrice: '2.00' }] },
    { ...toBusiness, lines: [shelf] },
    { ...debitNote, customer: 'business', corrects: [{ number: 'T1-000003' }], lines: [shelf] },
  ],
  'notes-over-several': [
    { ...toBusiness, lines: [shelf] },
    { ...toBusiness, lines: [coffee] },
    {
      ...creditNote,
      ...toBusiness,
      corrects: [{ number: 'T1-000001' }, { number: 'T1-000002' }],
      lines: [{ ...shelf, unitPrice: '57.50' }],
    },
    {
      ...debitNote,
      ...toBusiness,
      corrects: [{ number: 'T1-000001' }, { number: 'T1-000002' }],
      lines: [{ ...coffee, unitPrice: '0.50' }],
    },
  ],
  'advance-and-final': [
    { ...toBusiness, kind: 'prepayment', lines: [{ ...shelf, unitPrice: '345.00' }] },
    { ...toBusiness, lines: [shelf], prepayments: [{ ...advance, amounts: [{ amount: '345.00' }] }] },
  ],
  'advance-in-two-rates': [
    { kind: 'prepayment', lines: [coffee, book] },
    {
      lines: [
        { ...coffee, quantity: 10 },
        { ...book, quantity: 2 },
      ],
      prepayments: [
        { ...advance, amounts: [{ amount: '20' }, { amount: '52.50', vat: { category: 'S', rate: 5 } }] },
      ],
    },
  ],
  // The note takes back what is left of the advance, whose VAT in riyals is that of the advance less what was deducted.
  'rest-of-an-advance': [
    inDollars({ ...toBusiness, kind: 'prepayment', lines: [{ ...shelf, unitPrice: '100.03' }] }),
    inDollars({
      ...toBusiness,
      lines: [{ ...shelf, unitPrice: '33.35' }],
      prepayments: [{ ...advance, amounts: [{ amount: '33.35' }] }],
    }),
    inDollars({ ...creditNote, ...toBusiness, lines: [{ ...shelf, unitPrice: '66.68' }] }),
  ],
  'zero-rated': [{ lines: [medicine] }, { ...toBusiness, lines: [medicine, coffee] }],
  exempt: [{ lines: [rent] }, { ...toBusiness, lines: [rent, coffee] }],
  'out-of-scope': [{ lines: [fee] }, { ...toBusiness, lines: [fee, coffee] }],
  'all-rates': [
    {
      lines: [coffee, book, medicine, rent, fee],
      discount: { percent: '7.5', reason: 'عضوية | Membership' },
    },
  ],
  nominal: [
    { special: { nominal: true }, lines: [coffee] },
    { ...toBusiness, special: { nominal: true, thirdParty: true }, lines: [shelf] },
  ],
  export: [
    { customer: 'business', buyer: buyerAbroad, special: { export: true }, lines: [exported] },
    { special: { export: true }, lines: [exported] },
  ],
  summary: [
    { special: { summary: true }, buyer: { name: 'علي | Ali' }, ...august, lines: [coffee] },
    { ...toBusiness, special: { summary: true }, ...august, lines: [shelf, coffee] },
  ],
  'third-party': [
    { special: { thirdParty: true }, lines: [coffee] },
    { ...toBusiness, special: { thirdParty: true }, lines: [shelf] },
  ],
  'self-billed': [
    { customer: 'business', special: { selfBilled: true }, supplier, lines: [shelf] },
    { ...creditNote, customer: 'business', special: { selfBilled: true }, supplier, lines: [shelf] },
  ],
  'foreign-currency': [
    inDollars({ ...toBusiness, lines: [coffee, book], discount: { percent: '7.5' } }),
    { lines: [coffee], currency: 'KWD', exchangeRate: '12.215', prices: 'excludeVat' },
    inDollars({ ...creditNote, ...toBusiness, lines: [{ ...coffee, quantity: 1 }] }),
  ],
  'discounts-and-charges': [
    {
      lines: [
        { ...coffee, discount: { percent: '10', reason: 'عرض | Offer' } },
        {
          ...shelf,
          discount: { amount: '50' },
          discounts: [{ percent: '3.33' }],
          charges: [{ amount: '15', reasonCode: 'ABK', reason: 'تركيب | Assembly' }],
        },
        book,
      ],
      discount: { amount: '25.01', reason: 'خصم | Discount' },
      discounts: [{ percent: '1.5', vat: { category: 'S', rate: 5 } }],
      charges: [{ amount: '20', reasonCode: 'DL', reason: 'توصيل | Delivery' }],
    },
  ],
  'prices-without-vat': [
    {
      ...toBusiness,
      prices: 'excludeVat',
      lines: [{ ...shelf, unitPrice: '333.333333' }, dates, book],
      discount: { percent: '12.5' },
      charges: [{ percent: '2', reasonCode: 'FC', reason: 'شحن | Freight' }],
    },
  ],
  fractions: [
    {
      lines: [
        { ...dates, quantity: '0.333333' },
        { ...dates, quantity: '12.5', unitPrice: '0.123456' },
        { name: 'قماش | Cloth', quantity: '2.75', unit: 'MTR', unitPrice: '19.999' },
        notebook,
      ],
      payableRounding: '-0.01',
    },
  ],
  'hundred-lines': [{ lines: bulk }, { ...toBusiness, lines: bulk, discount: { percent: '7.5' } }],
  payments: [
    {
      lines: [coffee],
      payments: [
        { means: 'cash', amount: '20', tendered: '50' },
        { means: 'card', amount: '8' },
      ],
    },
    {
      ...toBusiness,
      lines: [shelf],
      payments: [{ means: 'onAccount', terms: 'خلال 30 يوما | Within 30 days' }],
    },
    {
      ...toBusiness,
      lines: [coffee],
      payments: [{ means: 'bankTransfer', account: 'SA0380000000608010167519', instruction: 'Pay | ادفع' }],
    },
    { lines: [coffee], payments: [{ means: 'ZZZ' }] },
  ],
  // Digits with signs between them keep their order in a line of Arabic.
  'telephone-numbers': [
    {
      lines: [{ ...coffee, name: 'شريحة اتصال +966 55 123 4567' }],
      note: 'للاستفسار: 011-234-5678 أو ٠٥٥ ١٢٣ ٤٥٦٧',
      notes: ['واتساب +966-50-000-1111 | WhatsApp +966-50-000-1111'],
      buyer: { name: 'علي 0551234567' },
    },
  ],
  'texts-of-any-script': [
    {
      ...toBusiness,
      buyer: { ...buyer, name: `"O'Neil" <& Söhne> ☕` },
      lines: ['<b>&"\'', '茶 🍵 tea', 'a\tb', 'ل'.repeat(300), '12 34'].map((name) => ({ ...coffee, name })),
      note: 'شكرا لزيارتكم | Thank you',
      notes: ['<second>', 'third & last'],
      supplyDate: '2026-11-01',
    },
  ],
};

/** Sales that are refused, or priced with a caution. */
export const pricedSales: Readonly<Record<string, SaleInput>> = {
  'a short name': { lines: [{ ...coffee, name: 'A4' }] },
  'a discount': { lines: [coffee, book], discount: { percent: '33.33' } },
  'a note on an unknown invoice': { ...creditNote, lines: [coffee] },
  'a discount above the sale': { lines: [coffee], discount: { amount: '100' } },
  'an advance of another terminal': {
    lines: [coffee],
    prepayments: [{ ...advance, amounts: [{ amount: '5' }] }],
  },
  'the code of an exchange alone': { lines: [coffee], payments: [{ means: '97' }] },
  'payments that do not add up': { lines: [coffee], payments: [{ means: 'cash', amount: '1' }] },
};
