import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coffee, openShop, post, type Shop } from './shop.ts';

/* Tests that a sale is priced and checked as it would be issued, but nothing is issued. */

let shop: Shop;
let token: string;
beforeAll(async () => {
  shop = await openShop();
  token = await shop.token(['invoices.write']);
});
afterAll(async () => {
  expect(shop.errors).toEqual([]);
  await shop.close();
});

interface Answer {
  payable: string;
  lines: unknown[];
  issuedAs?: { number: string };
  code?: string;
  issues?: { path: string[]; code: string }[];
}

async function validate(body: unknown, bearer = token) {
  const answer = await fetch(`${shop.base}/v2/sales/validate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, ...((await answer.json()) as Answer) };
}
const issued = () => shop.ledger.search.counts().issued;

test('prices each line and the VAT of a sale, and issues nothing', async () => {
  const before = issued();
  const five = { name: 'Book', quantity: 1, unitPrice: '21.00', vat: { category: 'S', rate: '5' } };
  expect(await validate({ lines: [...coffee.lines, five], payableRounding: '0.02' })).toEqual({
    status: 200,
    kind: 'invoice',
    customer: 'consumer',
    currency: 'SAR',
    taxExclusive: '44.35',
    vat: '4.65',
    rounding: '0.02',
    payable: '49.02',
    breakdown: [
      { category: 'S', rate: '15.00', taxable: '24.35', vat: '3.65' },
      { category: 'S', rate: '5.00', taxable: '20.00', vat: '1.00' },
    ],
    lines: [
      { net: '24.35', vat: '3.65', gross: '28.00' },
      { net: '20.00', vat: '1.00', gross: '21.00' },
    ],
    warnings: [],
  });
  expect(issued()).toBe(before);
});

test('says what the authority would warn of in the caller’s language', async () => {
  const body = JSON.stringify({ lines: [{ name: 'x', quantity: 1, unitPrice: '1.00' }] });
  const warned = async (language: string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'accept-language': language,
    };
    const answer = await fetch(`${shop.base}/v2/sales/validate`, { method: 'POST', headers, body });
    return ((await answer.json()) as { warnings: object[] }).warnings;
  };
  const [warning] = await warned('en');
  expect(warning).toMatchObject({
    code: 'BR-KSA-F-06-C19',
    message: expect.stringMatching(/^[\x20-\x7e]+$/),
  });
  expect(await warned('ar')).toEqual([{ ...warning, message: expect.stringMatching(/[ء-ي]/) }]);
});

test('warns of the same when the sale is issued, and on its own page', async () => {
  const sale = { saleId: randomUUID(), lines: [{ name: 'x', quantity: 1, unitPrice: '1.00' }] };
  const { warnings } = (await validate(sale)) as { warnings?: object[] };
  expect(warnings).toMatchObject([{ code: 'BR-KSA-F-06-C19' }]);
  const issued = (await (await post(shop.base, token, sale)).json()) as { uuid: string };
  expect(issued).toMatchObject({ warnings, authorityWarnings: 0 });
  expect(await validate(sale)).toMatchObject({ warnings, issuedAs: { uuid: issued.uuid } });
});

test('says what issuing the sale says, for a large one too', async () => {
  const lines = Array.from({ length: 400 }, (_, index) => ({
    name: `Item ${index} ${'x'.repeat(40)}`,
    quantity: 3,
    unitPrice: '1.37',
    discount: { percent: 7 },
  }));
  const sale = { lines, discount: { amount: '3.33' }, saleId: randomUUID() };
  const price = await validate(sale);
  const issued = (await (await post(shop.base, token, sale)).json()) as Record<string, unknown>;
  const { uuid, payable, taxExclusive, vat, number } = issued;
  expect(price).toMatchObject({ status: 200, payable, taxExclusive, vat });
  // Once the sale is issued, the same request gets the same answer, with its document.
  const again = await validate(sale);
  expect(again).toEqual({ ...price, issuedAs: { uuid, number } });
  expect(await validate({ ...sale, note: 'x' })).toMatchObject({ status: 409, code: 'sale-differs' });
});

test('refuses what issuing refuses', async () => {
  const { number } = (await (await post(shop.base, token, coffee)).json()) as { number: string };
  const note = { ...coffee, kind: 'creditNote', corrects: [{ number }], reason: 'Returned' };
  const declared = { number: 'OLD-1', issueDate: '2026-01-31', otherSystem: { total: '28.00' } };
  expect((await validate(note)).status).toBe(200);
  const wrong: [object, string][] = [
    [{ lines: [{ name: 'x', quantity: 0, unitPrice: '1' }] }, 'lines.0.quantity not-positive'],
    [{ ...note, lines: [{ ...coffee.lines[0], quantity: 3 }] }, 'lines returned-too-much'],
    [{ ...note, corrects: [{ number: 't1-009999' }] }, 'corrects.0.number corrects-unknown'],
    [{ ...note, corrects: [{ number: 'OLD-1' }] }, 'corrects.0.otherSystem corrects-undeclared'],
    [{ ...note, corrects: [declared] }, 'corrects.0.otherSystem declaring-not-allowed'],
    [{ ...coffee, payments: [{ means: 'cash', amount: '1.00' }] }, 'payments payments-sum'],
  ];
  for (const [sale, refusal] of wrong) {
    const answer = await validate(sale);
    const issues = answer.issues?.map(({ path, code }) => `${path.join('.')} ${code}`);
    expect([answer.status, issues], refusal).toEqual([400, [refusal]]);
  }
  const trusted = await shop.token(['invoices.write', 'notes.other-systems']);
  expect((await validate({ ...note, corrects: [declared] }, trusted)).status).toBe(200);
});

test('says of a clock that was set back what issuing says', async () => {
  const other = await openShop();
  const bearer = await other.token();
  await post(other.base, bearer, coffee);
  const both = async () => {
    const [checked, issued] = [
      await fetch(`${other.base}/v2/sales/validate`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify(coffee),
      }),
      await post(other.base, bearer, coffee),
    ];
    return [checked, issued].map(async (answer) => [answer.ok, ((await answer.json()) as Answer).code]);
  };
  other.clock.set(other.clock.now() - 60_000);
  expect(await Promise.all(await both())).toEqual([
    [true, undefined],
    [true, undefined],
  ]);
  other.clock.set(other.clock.now() - 3_600_000);
  expect(await Promise.all(await both())).toEqual([
    [false, 'clock-back'],
    [false, 'clock-back'],
  ]);
  await other.close();
});

test('takes digits of any keyboard, and blanks in numbers, for the numbers that they are', async () => {
  const buyer = {
    name: 'Example Trading',
    vatNumber: '٣٩٩ ٩٩٩ ٩٩٩ ٨٠٠ ٠٠٣',
    identification: { scheme: 'CRN', value: '۱۰۱۰ ۱۰۱۰۱۰' },
    address: { street: 'Olaya', building: '١١١١', district: 'Murooj', city: 'Riyadh', postalCode: '١٢٢٢٢' },
  };
  const answer = await post(shop.base, token, {
    customer: 'business',
    buyer,
    lines: [{ name: 'Tea', quantity: '٢', unitPrice: '١٬٠٠٠٫٥٠' }],
  });
  const { payable, number } = (await answer.json()) as { payable: string; number: string };
  expect(payable).toBe('2001.00');
  const issued = shop.ledger.documents.getByNumber(number);
  expect(issued?.sale.buyer).toMatchObject({
    vatNumber: '399999999800003',
    identification: { value: '1010101010' },
    address: { building: '1111', postalCode: '12222' },
  });
  // A separator of thousands may be meant as a decimal point.
  const unclear = await post(shop.base, token, { lines: [{ name: 'Tea', quantity: 1, unitPrice: '١٬٥' }] });
  expect(await unclear.json()).toMatchObject({ issues: [{ code: 'not-a-number' }] });
});

test('makes a tax invoice for a buyer with a VAT number, and a simplified one only for less than 1,000 SAR', async () => {
  const address = { street: 'Olaya', building: '1111', district: 'D', city: 'Riyadh', postalCode: '12222' };
  const buyer = { name: 'Example Trading', vatNumber: '399999999800003', address };
  const of = async (unitPrice: string, more: object = {}) => {
    const sale = { buyer, lines: [{ name: 'Desk', quantity: 1, unitPrice }], ...more };
    const answer = (await (await post(shop.base, token, sale)).json()) as {
      customer?: string;
      issues?: { path: string[]; code: string }[];
    };
    return answer.customer ?? answer.issues?.map(({ path, code }) => `${path} ${code}`);
  };
  expect(await of('5000.00')).toBe('business');
  expect(await of('999.99', { customer: 'consumer' })).toBe('consumer');
  expect(await of('1000.00', { customer: 'consumer' })).toEqual(['customer simplified-to-taxable']);
  expect(await of('300.00', { customer: 'consumer', currency: 'USD', exchangeRate: '3.75' })).toEqual([
    'customer simplified-to-taxable',
  ]);
});
