import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeBuyer, changeLine, changePayment, newLine } from '../../../renderer/till/cart/draft.ts';
import { draftOfSale } from '../../../renderer/till/cart/draft-of-sale.ts';
import { merge } from '../../../renderer/till/cart/merge.ts';
import { saleOfDraft } from '../../../renderer/till/cart/sale-of-draft.ts';
import { type Sale, type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import { draftSchema } from '../../../shared/stored/basket/draft.ts';
import { anySale } from '../../document/invoice/arbitrary-sale.ts';
import { rounds } from '../../support/run/effort.ts';

/*
 * Tests that corrections of a rejected sale keep every field that the cashier leaves unchanged, including fields that
 * the screen does not show.
 */

const rejected = (sale: Sale) => ({
  uuid: '00000000-0000-4000-8000-000000000001',
  number: 'T1-000001',
  payable: 0,
  sale,
});
const withoutId = ({ saleId: _, ...sale }: Sale) => sale;
/** Returns the sale as the main process parses it from the screen's message. */
const corrected = (draft: ReturnType<typeof draftOfSale>) => saleSchema.parse(saleOfDraft(draft));

test.each(['includeVat', 'excludeVat'] as const)('any sale comes back whole (%s)', (prices) => {
  fc.assert(
    fc.property(anySale(prices), ({ sale }) => {
      const original = saleSchema.parse({ ...sale, saleId: crypto.randomUUID() });
      const draft = draftOfSale(rejected(original));
      expect(withoutId(corrected(draft))).toEqual(withoutId(original));
      expect(corrected(draft).saleId).not.toBe(original.saleId);
      // The draft must survive a reload.
      expect(draftSchema.parse(JSON.parse(JSON.stringify(draft)))).toEqual(JSON.parse(JSON.stringify(draft)));
    }),
    { numRuns: rounds(200) },
  );
});

/** This sale has all fields that the screen does not show, and some that it does. */
const full: SaleInput = {
  saleId: '00000000-0000-4000-8000-0000000000aa',
  customer: 'business',
  lines: [
    {
      name: 'Dates',
      quantity: '2',
      unit: 'KGM',
      unitPrice: '10',
      barcode: '6281000000017',
      sellerItemId: 'D-1',
      charges: [{ amount: '1', reasonCode: 'DL', reason: 'Delivery' }],
    },
    { name: 'Coffee', quantity: '1', unitPrice: '42', discount: { amount: '2', reason: 'Friend' } },
  ],
  discounts: [{ percent: '5', reason: 'Ramadan' }],
  buyer: {
    name: 'Najd Trading',
    vatNumber: '310122393500003',
    identification: { scheme: 'CRN', value: '1010010001' },
    address: {
      street: 'Olaya',
      additionalStreet: 'Floor 3',
      building: '1234',
      district: 'Olaya',
      city: 'Riyadh',
      postalCode: '12345',
      province: 'Riyadh Province',
    },
  },
  payments: [
    { means: 'bankAccount', account: 'SA0380000000608010167519', terms: '30 days' },
    { means: 'cash' },
  ],
  notes: ['One', 'Two'],
};

test('an edit changes what was edited and nothing beside it', () => {
  const original = saleSchema.parse(full);
  const draft = draftOfSale(rejected(original));
  const [dates, coffee] = draft.lines;
  if (dates === undefined || coffee === undefined) throw new Error('two lines');
  const edited = changeBuyer(
    changeLine(changeLine(draft, dates.key, { quantity: '٣' }), coffee.key, {
      discount: { kind: 'percent', value: '10' },
    }),
    { id: '310122393500013' },
  );
  expect(withoutId(corrected(edited))).toEqual({
    ...withoutId(original),
    lines: [
      { ...original.lines[0], quantity: '3' },
      { ...original.lines[1], discount: { percent: '10', reason: 'Friend' } },
    ],
    buyer: { ...original.buyer, vatNumber: '310122393500013' },
  });
});

test('lines come, go and keep their own', () => {
  const original = saleSchema.parse(full);
  const draft = draftOfSale(rejected(original));
  const [dates, coffee] = draft.lines;
  if (dates === undefined || coffee === undefined) throw new Error('two lines');
  const added = { ...newLine(), name: 'Tea', price: '5' };
  const swapped = { ...draft, lines: [added, coffee] };
  const { lines } = corrected(swapped);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ name: 'Tea', unitPrice: '5', unit: 'PCE' });
  expect(lines[0]).not.toHaveProperty('barcode');
  expect(lines[1]).toEqual(original.lines[1]);
});

test('ways of payment that the screen does not offer stay until one is chosen', () => {
  const original = saleSchema.parse(full);
  const draft = draftOfSale(rejected(original));
  expect(draft.payment.means).toBe('asBefore');
  const terms = { ...draft, advanced: { ...draft.advanced, terms: '60 days' } };
  expect(corrected(terms).payments).toEqual([
    { ...original.payments[0], terms: '60 days' },
    original.payments[1],
  ]);
  expect(corrected(changePayment(draft, { means: 'card' })).payments).toEqual([
    { means: 'card', terms: '30 days' },
  ]);
});

test('a business sale can become a consumer’s', () => {
  const draft = draftOfSale(rejected(saleSchema.parse(full)));
  const sale = corrected({ ...draft, customer: 'consumer' });
  expect(sale.customer).toBe('consumer');
  expect(sale.buyer).toBeUndefined();
});

test('a field called like what every object inherits is a field like any other', () => {
  for (const name of ['toString', 'constructor', '__proto__']) {
    const named: unknown = JSON.parse(`{ "${name}": "" }`);
    expect(merge({}, named, named)).toEqual({});
    expect(merge(named, named, {})).toEqual({});
    expect(merge({}, {}, named)).toEqual(named);
  }
});

test('a merge without a change is the original, and a change without an original is itself', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (original, shown) => {
      expect(merge(original, shown, structuredClone(shown))).toEqual(original);
      expect(merge(shown, shown, original)).toEqual(original);
    }),
  );
});
