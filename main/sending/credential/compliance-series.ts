import type { Company } from '../../../shared/company.ts';
import { type SeriesDocument, seriesDocuments } from '../../../shared/contract/terminal/credentials.ts';
import { type Sale, type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';

/*
 * The documents that prove a terminal to the authority before it gets its production credential: real documents of
 * every kind the certificate declares. They are tests and are not recorded (community, topic 657).
 */

const line = { name: 'قلم | Pen', quantity: '2', unitPrice: '5.75' } as const;

const businessBuyer: SaleInput['buyer'] = {
  name: 'شركة الاختبار | Test Company',
  vatNumber: '399999999800003',
  address: {
    street: 'صلاح الدين | Salah Al-Din',
    building: '1111',
    district: 'المروج | Al-Murooj',
    city: 'الرياض | Riyadh',
    postalCode: '12222',
  },
};

const kinds = { invoice: 'invoice', 'credit-note': 'creditNote', 'debit-note': 'debitNote' } as const;

/** Title position 1 declares standard documents, position 2 simplified ones (community, topics 657 and 5519). */
export function seriesFor(documentTypes: Company['certificate']['documentTypes']): SeriesDocument[] {
  return seriesDocuments.filter((document) => documentTypes[document.startsWith('standard') ? 0 : 1] === '1');
}

export function seriesSale(document: SeriesDocument): Sale {
  const customer = document.startsWith('standard') ? 'business' : 'consumer';
  const kind = kinds[document.slice(document.indexOf('-') + 1) as keyof typeof kinds];
  return saleSchema.parse({
    kind,
    customer,
    lines: [line],
    ...(customer === 'business' && { buyer: businessBuyer }),
    ...(kind !== 'invoice' && {
      corrects: [{ number: 'TEST-1' }],
      reason: 'اختبار الامتثال | Compliance test',
    }),
  } satisfies SaleInput);
}
