import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { saleDigest } from '../../../main/books/ledger/documents/sale-digest.ts';
import { readSale } from '../../../main/till/issue/read-sale.ts';
import { parseOrFail } from '../../../shared/failure.ts';
import { type SaleInput, saleForm, saleSchema } from '../../../shared/sale/sale.ts';
import { refusal } from './fixtures.ts';

/* Tests superfluous content that tills send: empty fields, zeros, and IDs with unusual spelling. */

const pen = { name: 'قلم | Pen', quantity: 2, unitPrice: '5.75' };
const saleId = '7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11';
const digestOf = (sale: unknown) => saleDigest(parseOrFail(saleSchema, sale));
const plain = { saleId, lines: [pen] };

const nothings = [null, '', '  ', []];

/** A sale with every field of an invoice between businesses, so that each one can be emptied. */
const full: SaleInput = {
  saleId,
  kind: 'invoice',
  customer: 'business',
  special: { thirdParty: true, nominal: false, export: false, summary: false, selfBilled: false },
  currency: 'SAR',
  prices: 'includeVat',
  lines: [
    {
      ...pen,
      unit: 'PCE',
      vat: { category: 'O', rate: 0, reason: 'VATEX-SA-OOS', reasonText: 'Out of scope' },
      discount: { amount: 1, reason: 'Sale' },
      discounts: [{ percent: 5, reason: 'Sale' }],
      charges: [{ amount: 2, reasonCode: 'DL', reason: 'Delivery' }],
      barcode: '6281000000007',
      sellerItemId: '1',
      buyerItemId: '2',
      correctsLine: 1,
    },
    { ...pen, quantity: 200 },
  ],
  discount: { amount: 1, reason: 'Sale', vat: { category: 'S', rate: 15 } },
  discounts: [{ percent: 5, reason: 'Sale' }],
  charges: [{ amount: 2, reasonCode: 'DL', reason: 'Delivery', vat: { category: 'S' } }],
  prepayments: [
    {
      number: 'P-1',
      uuid: saleId,
      issueDate: '2024-10-01',
      issueTime: '12:00:00',
      name: 'Advance',
      amounts: [{ vat: { category: 'S' }, amount: 10, vatAmount: '1.30' }],
    },
  ],
  payableRounding: '0.05',
  buyer: {
    name: 'Company',
    vatNumber: '399999999800003',
    identification: { scheme: 'CRN', value: '1010010000' },
    address: {
      street: 'A',
      additionalStreet: 'B',
      building: '1111',
      district: 'C',
      city: 'Riyadh',
      postalCode: '12222',
      province: 'D',
      country: 'SA',
    },
  },
  payments: [{ means: 'cash', instruction: 'now', account: 'SA03', terms: 'now' }],
  supplyDate: '2024-08-01',
  supplyEndDate: '2024-08-31',
  orderReference: 'PO',
  contractReference: 'C',
  note: 'note',
  notes: ['more'],
};

/** Returns the paths of all optional fields that the value has. */
function optionalPaths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((each, index) => optionalPaths(each, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const here = [...path, key];
    const left = saleForm.safeParse(changed(here, undefined));
    const missing = left.error?.issues.some(
      (issue) => issue.path.join('.') === here.join('.') && issue.code !== 'custom',
    );
    return [...(missing ? [] : [here]), ...optionalPaths(each, here)];
  });
}

/** Returns the full sale with another value at a path; undefined removes the field. */
function changed(path: readonly (string | number)[], value: unknown): unknown {
  const copy = structuredClone(full);
  const last = path.at(-1) ?? '';
  let at: unknown = copy;
  for (const key of path.slice(0, -1)) at = (at as Record<string | number, unknown>)[key];
  const parent = at as Record<string | number, unknown>;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

const outcome = (sale: unknown) => {
  const read = saleSchema.safeParse(sale);
  return read.success ? saleDigest(read.data) : read.error.issues.map(({ path, message }) => [path, message]);
};

describe('an optional field without content', () => {
  const paths = optionalPaths(full).filter((path) => path.at(-1) !== 'amount' || path[0] !== 'prepayments');

  test('is looked for in all of a sale', () => {
    expect(saleForm.safeParse(full).error).toBeUndefined();
    expect(paths.map((path) => path.join('.'))).toEqual(
      expect.arrayContaining([
        'saleId',
        'lines.0.vat.reasonText',
        'buyer.address.province',
        'prepayments.0.uuid',
        'payments.0.terms',
        'charges.0.vat',
      ]),
    );
    expect(paths.length).toBeGreaterThan(60);
  });

  test.each(paths.map((path) => [path.join('.'), path] as const))(
    '%s is as if it were left out',
    (_, path) => {
      for (const nothing of nothings)
        expect(outcome(changed(path, nothing))).toEqual(outcome(changed(path, undefined)));
    },
  );

  test.each([
    ['special', { special: {} }],
    ['special, with flags that say nothing', { special: { export: null, nominal: '' } }],
    ['a buyer', { buyer: { name: '', vatNumber: null, address: { street: ' ', city: '' } } }],
    ['a supplier', { supplier: {} }],
    ['a discount', { discount: { amount: null, percent: '', reason: '' }, discounts: [{}] }],
    ['payments', { payments: [{ means: '' }] }],
    ['what is corrected and deducted', { corrects: [{ number: '' }], prepayments: [{ amounts: [{}] }] }],
    ['VAT and charges of a line', { lines: [{ ...pen, vat: { category: '', rate: null }, charges: [{}] }] }],
  ])('is one all of whose own fields are: %s', (_, more) => {
    expect(digestOf({ ...plain, ...more })).toBe(digestOf(plain));
  });

  test('of an object that says something else does not take the rest with it', () => {
    expect(refusal(() => parseOrFail(saleSchema, { ...plain, buyer: { name: '', vatNumber: '1' } }))).toEqual(
      ['buyer.name blank', 'buyer.vatNumber vat-number', 'buyer.address address-missing'],
    );
    const buyer = { name: 'Sara', identification: { scheme: '', value: '' }, address: { street: '' } };
    expect(digestOf({ ...plain, buyer })).toBe(digestOf({ ...plain, buyer: { name: 'Sara' } }));
  });

  test('is still asked for where it is needed', () => {
    for (const nothing of nothings) {
      expect(
        refusal(() => parseOrFail(saleSchema, { lines: [{ ...pen, name: nothing }] })).length,
      ).toBeGreaterThan(0);
      expect(refusal(() => parseOrFail(saleSchema, { lines: nothing })).length).toBeGreaterThan(0);
    }
    expect(refusal(() => parseOrFail(saleSchema, { lines: [null] })).length).toBeGreaterThan(0);
  });

  test('in one of many lines is left out too', () => {
    const lines = Array.from({ length: 1200 }, () => ({
      ...pen,
      unit: null,
      vat: '',
      discount: { amount: 0 },
    }));
    const read = readSale(Buffer.from(JSON.stringify({ saleId, lines })));
    if (read.kind !== 'sale') throw new Error(read.kind);
    expect(saleDigest(read.sale)).toBe(digestOf({ saleId, lines: lines.map(() => pen) }));
  });

  test('and an unknown one is refused all the same', () => {
    expect(refusal(() => parseOrFail(saleSchema, { ...plain, colour: null }))).toEqual([
      ' unrecognized_keys',
    ]);
    expect(refusal(() => parseOrFail(saleSchema, JSON.parse('{"lines":[],"__proto__":null}')))).toContain(
      ' unrecognized_keys',
    );
  });
});

describe('a zero', () => {
  const charge = { reasonCode: 'DL', reason: 'Delivery' };

  test.each([
    ['a discount', { discount: { amount: 0 } }],
    ['a discount with words', { discount: { amount: '0.00', reason: 'Sale' } }],
    ['a percentage', { discount: { percent: '0' } }],
    ['both', { discount: { amount: 0, percent: '0.0' } }],
    ['several', { discounts: [{ amount: 0 }, { percent: 0 }] }],
    ['a charge', { charges: [{ ...charge, amount: -0 }] }],
    ['the rounding', { payableRounding: '-0.00' }],
  ])('%s, is nothing', (_, more) => {
    expect(digestOf({ ...plain, ...more })).toBe(digestOf(plain));
    if (!('payableRounding' in more))
      expect(digestOf({ saleId, lines: [{ ...pen, ...more }] })).toBe(digestOf(plain));
  });

  test('beside a size is no second one', () => {
    expect(digestOf({ ...plain, discount: { amount: 0, percent: 10 } })).toBe(
      digestOf({ ...plain, discount: { percent: 10 } }),
    );
    expect(digestOf({ ...plain, discounts: [{ amount: 0 }, { amount: 1 }] })).toBe(
      digestOf({ ...plain, discounts: [{ amount: 1 }] }),
    );
  });

  test('is still refused where it is no adjustment, and so is an adjustment without a size', () => {
    expect(refusal(() => parseOrFail(saleSchema, { lines: [{ ...pen, quantity: 0 }] }))).toEqual([
      'lines.0.quantity not-positive',
    ]);
    expect(refusal(() => parseOrFail(saleSchema, { ...plain, discount: { reason: 'Sale' } }))).toEqual([
      'discount amount-or-percent',
    ]);
    expect(refusal(() => parseOrFail(saleSchema, { ...plain, discount: { amount: -1 } }))).toEqual([
      'discount.amount not-positive',
    ]);
  });
});

describe('an id', () => {
  const guid = fc
    .stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .filter((id) => /[1-9a-f]/.test(id));

  test('of any version and variant is one id in every spelling', () => {
    fc.assert(
      fc.property(guid, (id) => {
        for (const spelt of [id, id.toUpperCase(), `{${id}}`, `{${id.toUpperCase()}}`])
          expect(parseOrFail(saleSchema, { ...plain, saleId: spelt }).saleId).toBe(id);
      }),
    );
  });

  test('that a note or a deduction names is in the same spelling', () => {
    const note = (uuid: string) => ({
      ...plain,
      kind: 'creditNote',
      reason: 'Return',
      corrects: [{ number: '1', uuid }],
    });
    expect(digestOf(note(saleId.toUpperCase()))).toBe(digestOf(note(saleId)));
  });

  test.each([
    ['zeros alone', '00000000-0000-0000-0000-000000000000', 'uuid-zero'],
    ['half a brace', `{${saleId}`, 'uuid'],
    ['a number', '17', 'uuid'],
  ])('of %s is none', (_, id, code) => {
    expect(refusal(() => parseOrFail(saleSchema, { ...plain, saleId: id }))).toEqual([`saleId ${code}`]);
  });
});
