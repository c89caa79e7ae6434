import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buyer } from '../../document/invoice/fixtures.ts';
import { rejected } from '../../support/run/outcomes.ts';
import { provideShop } from './provide-shop.ts';
import { coffee, post } from './shop.ts';

/* Tests credit notes that a program writes itself. Each is checked against the invoice that it names. */

const { shop, token } = await provideShop();

interface Document {
  uuid: string;
  number: string;
  buyerName?: string;
}

const note = (corrects: object, more: object = {}) => ({
  kind: 'creditNote',
  lines: [{ name: 'Coffee', quantity: 1, unitPrice: '14.00' }],
  corrects: [corrects],
  reason: 'Returned',
  ...more,
});
const sell = async (sale: object = coffee) => (await (await post(shop.base, token, sale)).json()) as Document;
/** Sends a note and returns the status and any refusal. */
async function send(body: object, bearer = token, headers: Record<string, string> = {}) {
  const answer = await post(shop.base, bearer, body, headers);
  const { issues = [] } = (await answer.json()) as { issues?: { path: string[]; code: string }[] };
  return [answer.status, ...issues.map(({ path, code }) => `${path.join('.')} ${code}`)];
}
const declared = { number: 'OLD-1', issueDate: '2026-01-31', otherSystem: { total: '20.00' } };

test('a number of this terminal that nobody issued is refused, in whatever case', async () => {
  for (const number of ['T1-009999', 't1-009999', 'T1-9999'])
    expect(await send(note({ number }, { lines: [{ name: 'x', quantity: 1, unitPrice: '7000' }] }))).toEqual([
      400,
      'corrects.0.number corrects-unknown',
    ]);
  const { number } = await sell();
  expect(await send(note({ number: number.toLowerCase() }))).toEqual([
    400,
    'corrects.0.number number-spelling',
  ]);
});

test('number and uuid, customer and buyer are those of the invoice', async () => {
  const { number, uuid } = await sell();
  expect(await send(note({ number, uuid: randomUUID() }))).toEqual([
    400,
    'corrects.0.uuid differs-from-document',
  ]);
  expect(await send(note({ number }, { customer: 'business', buyer }))).toEqual([
    400,
    'customer customer-differs',
  ]);
  expect(await send(note({ number, uuid: uuid.toUpperCase() }))).toEqual([201]);
  const trade = await sell({ ...coffee, customer: 'business', buyer });
  const other = { ...buyer, vatNumber: '300000000000003' };
  expect(await send(note({ number: trade.number }, { customer: 'business', buyer: other }))).toEqual([
    400,
    'buyer.vatNumber party-differs',
  ]);
});

test('a note without a buyer has the invoice’s, and a retry is the same note', async () => {
  const { number } = await sell({ ...coffee, customer: 'business', buyer });
  const body = note({ number }, { customer: 'business', saleId: randomUUID() });
  const first = await post(shop.base, token, body);
  const again = await post(shop.base, token, body);
  expect([first.status, again.status]).toEqual([201, 200]);
  const [made, same] = [(await first.json()) as Document, (await again.json()) as Document];
  expect([made.buyerName, same.uuid]).toEqual([buyer.name, made.uuid]);
});

test('a note that says no customer is of its invoice’s kind, and saying it later changes nothing', async () => {
  const { number } = await sell({ ...coffee, buyer });
  const body = note({ number }, { saleId: randomUUID() });
  const first = await post(shop.base, token, body);
  expect([first.status, ((await first.json()) as Document).buyerName]).toEqual([201, buyer.name]);
  expect(await send({ ...body, customer: 'business' })).toEqual([200]);
  const other = await sell();
  expect(await send(note({ number: other.number }, { customer: 'business', buyer }))).toEqual([
    400,
    'customer customer-differs',
  ]);
  expect(await send(note({ number: other.number }))).toEqual([201]);
});

test('under a key a retry that says the amount is the same note, completed with the buyer', async () => {
  const { number } = await sell({ ...coffee, customer: 'business', buyer });
  const key = { 'idempotency-key': randomUUID() };
  const noteWith = (payment: object) =>
    post(shop.base, token, note({ number }, { customer: 'business', payments: [payment] }), key);
  const answers = [await noteWith({ means: 'cash' }), await noteWith({ means: 'cash', amount: '14.00' })];
  expect(answers.map(({ status }) => status)).toEqual([201, 200]);
  const [made, same] = await Promise.all(answers.map(async (answer) => (await answer.json()) as Document));
  expect(same?.uuid).toBe(made?.uuid);
  expect((await noteWith({ means: 'card' })).status).toBe(409);
});

test('an invoice that the authority rejected is issued anew first; what was credited before stays', async () => {
  const { uuid, number } = await sell();
  const before = note({ number }, { saleId: randomUUID() });
  expect(await send(before)).toEqual([201]);
  const claimed = shop.ledger.queue.claim(uuid, shop.clock.now(), 60_000);
  if (claimed === undefined) throw new Error('not claimed');
  shop.ledger.queue.settle(claimed, rejected, { state: 'rejected' }, shop.clock.now());
  expect(await send(note({ number }))).toEqual([400, 'corrects.0.number corrects-rejected']);
  expect(await send(before)).toEqual([200]);
});

test('a rejected document is issued again by a sale that says so, once', async () => {
  const reject = (uuid: string) => {
    const claimed = shop.ledger.queue.claim(uuid, shop.clock.now(), 60_000);
    if (claimed === undefined) throw new Error('not claimed');
    shop.ledger.queue.settle(claimed, rejected, { state: 'rejected' }, shop.clock.now());
  };
  const saleId = randomUUID();
  const { uuid, number } = await sell({ ...coffee, saleId });
  const again = { ...coffee, saleId: randomUUID(), replaces: number };
  expect(await send(again)).toEqual([400, 'replaces replaces-not-rejected']);
  reject(uuid);
  const same = await post(shop.base, token, { ...again, saleId });
  expect([same.status, await same.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'sale-differs', document: { uuid, number, state: 'rejected' } }),
  ]);
  const wrong: [string, string][] = [
    ['T1-009999', 'replaces-unknown'],
    ['OLD-1', 'replaces-unknown'],
    [number.toLowerCase(), 'number-spelling'],
  ];
  for (const [named, code] of wrong)
    expect(await send({ ...again, replaces: named })).toEqual([400, `replaces ${code}`]);
  const first = await post(shop.base, token, again);
  const made = (await first.json()) as Document & { replaces: string };
  expect([first.status, made.replaces]).toEqual([201, number]);
  expect(await send(again)).toEqual([200]);
  expect(await send({ ...again, saleId: randomUUID() })).toEqual([400, 'replaces replaces-replaced']);
  // A note is issued again too, and what it gave back counts once.
  const back = note({ number: made.number }, { saleId: randomUUID() });
  const wrongNote = (await (await post(shop.base, token, back)).json()) as Document;
  reject(wrongNote.uuid);
  expect(await send({ ...back, saleId: randomUUID(), replaces: wrongNote.number })).toEqual([201]);
});

test('a document of another system is declared, by a program that may, and held to its total', async () => {
  const trusted = await shop.token(['invoices.write', 'notes.other-systems']);
  expect(await send(note({ number: 'OLD-1' }), trusted)).toEqual([
    400,
    'corrects.0.otherSystem corrects-undeclared',
  ]);
  const key = { 'idempotency-key': 'declared' };
  expect(await send(note(declared), token, key)).toEqual([
    400,
    'corrects.0.otherSystem declaring-not-allowed',
  ]);
  expect(await send(note(declared), trusted, key)).toEqual([201]);
  expect(await send(note(declared), trusted, key)).toEqual([200]);
  expect(await send(note(declared), trusted)).toEqual([400, 'lines returned-too-much']);
});
