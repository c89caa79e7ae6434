import { test } from 'vitest';
import { saleExamples } from '../../main/integration/api/openapi/openapi-examples.ts';
import { buyer } from '../document/invoice/fixtures.ts';
import { rejected, reported, tooLarge } from '../support/run/outcomes.ts';
import { type Calls, openCalls } from './calls.ts';
import { corpusOf } from './keep.ts';

/* Stories of programs that sell by the API. */

const keep = corpusOf('programs-api');

interface Document {
  readonly uuid: string;
  readonly number: string;
}

const coffee = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };
const basket = {
  lines: [
    { name: 'Cheese', quantity: '1.5', unit: 'KGM', unitPrice: '45.00' },
    { name: 'Bread', quantity: 3, unitPrice: '2.35' },
  ],
  discount: { amount: '5.00' },
};
/** This key is for one call of a story; a retry has the same. */
const key = (number: number | string) => ({ 'idempotency-key': `key-${number}` });
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const whole = { prefer: 'return=representation' };

function sell({ json }: Calls, number: number | string, sale: object = coffee, headers = {}) {
  return json<Document>('POST', '/v2/invoices', { body: sale, headers: { ...key(number), ...headers } });
}

/** Gives a document this answer of the authority. */
function decide({ shop: { ledger, clock } }: Calls, uuid: string, state: 'accepted' | 'rejected' | 'parked') {
  const claimed = ledger.queue.claim(uuid, clock.now(), 60_000);
  if (claimed === undefined) throw new Error('not claimed');
  const outcome = { accepted: reported, rejected, parked: tooLarge }[state];
  ledger.queue.settle(claimed, outcome, { state }, clock.now());
}

test('a program gets a token, or the reason why its request is refused', async () => {
  const calls = await openCalls('token');
  const { id, secret } = calls.shop.client(['invoices.read']);
  const ask = (parameters: Record<string, string>, headers = {}) =>
    calls.call('POST', '/oauth/token', {
      body: new URLSearchParams(parameters).toString(),
      token: '',
      headers: { ...form, ...headers },
    });
  const grant = { grant_type: 'client_credentials' };
  const basic = (password: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`,
  });
  await ask({ ...grant, client_id: id, client_secret: secret });
  await ask(grant, basic(secret));
  await ask({ ...grant, scope: 'invoices.read' }, basic(secret));
  await ask({ ...grant, scope: 'invoices.write' }, basic(secret));
  await ask(grant, basic('wrong'));
  await ask({ ...grant, client_id: id });
  await ask({ grant_type: 'password' }, basic(secret));
  await ask({ grant_type: 'refresh_token', refresh_token: 'unknown' }, basic(secret));
  await ask({});
  await calls.call('POST', '/oauth/revoke', {
    body: new URLSearchParams({ token: 'unknown', client_id: id, client_secret: secret }).toString(),
    token: '',
    headers: form,
  });
  keep('token.http', calls.recorded());
});

test.each(Object.entries(saleExamples))(
  'the example %s of the description is issued',
  async (name, { value }) => {
    const calls = await openCalls(`example ${name}`, [
      'invoices.read',
      'invoices.write',
      'notes.other-systems',
    ]);
    await calls.call('POST', '/v2/sales/validate', { body: value });
    const { uuid } = await sell(calls, name, value, whole);
    for (const part of ['', '/lines', '/xml', '/qr.svg', '/returns'])
      await calls.call('GET', `/v2/invoices/${uuid}${part}`);
    keep(`issue-${name}.http`, calls.recorded());
  },
);

test('notes correct an invoice, and a final invoice deducts its advance', async () => {
  const calls = await openCalls('notes');
  const trade = { ...basket, customer: 'business', buyer };
  const consumer = await sell(calls, 1, basket);
  const business = await sell(calls, 2, trade);
  const note = (kind: string, { number }: Document, more = {}) => ({
    kind,
    corrects: [{ number }],
    reason: 'سعر خاطئ | Wrong price',
    lines: [{ name: 'Cheese', quantity: '1', unitPrice: '4.00', correctsLine: 1 }],
    ...more,
  });
  const withXml = (number: number, sale: object) => sell(calls, number, sale, whole);
  await withXml(3, note('creditNote', consumer));
  await withXml(4, note('debitNote', consumer));
  await withXml(5, note('creditNote', business, { customer: 'business' }));
  await withXml(6, note('debitNote', business, { customer: 'business' }));
  const advance = await sell(calls, 7, saleExamples.advance.value);
  const deducted = { number: advance.number, issueDate: '2026-11-20', issueTime: '13:00:00' };
  await withXml(8, {
    lines: [{ name: 'Wardrobe', quantity: '1', unitPrice: '1150.00' }],
    prepayments: [{ ...deducted, amounts: [{ amount: '100.00' }] }],
  });
  keep('notes.http', calls.recorded());
});

test('a sale is tried out: its totals, its warnings and its faults', async () => {
  const calls = await openCalls('validate');
  const attempt = (body: object | string, headers = {}) =>
    calls.call('POST', '/v2/sales/validate', { body, headers });
  await attempt(basket);
  await attempt({ ...basket, customer: 'business', buyer, prices: 'excludeVat' });
  const line = { name: 'x', quantity: 1, unitPrice: '1.00' };
  const faulty = [
    {},
    '[',
    'null',
    { lines: [] },
    { lines: [{ ...line, quantity: '0' }] },
    { lines: [{ ...line, unitPrice: '1.005', colour: 'red' }], currency: 'XXZ' },
    { lines: [{ ...line, discount: { amount: '6' } }] },
    { lines: [line], customer: 'business' },
    { lines: [line], kind: 'creditNote' },
    { lines: [line], kind: 'creditNote', corrects: [{ number: 'T1-000009' }], reason: 'x' },
    { lines: [line], payments: [{ means: 'cash', amount: '0.50' }] },
    { lines: [line], customer: 'business', buyer: { ...buyer, vatNumber: '123' } },
  ];
  for (const language of ['en', 'ar'])
    for (const sale of faulty) await attempt(sale, { 'accept-language': language });
  keep('validate.http', calls.recorded());
});

test('a retry returns the same document, and another sale under its key or id is refused', async () => {
  const calls = await openCalls('retry');
  const saleId = '7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11';
  await sell(calls, 1, { ...coffee, saleId });
  await sell(calls, 1, { ...coffee, saleId });
  await sell(calls, 2, { ...coffee, saleId, reference: 'another' });
  await sell(calls, 1, basket);
  await sell(calls, 3, { ...basket, saleId });
  keep('retry.http', calls.recorded());
});

test('goods come back until nothing is left', async () => {
  const calls = await openCalls('returns');
  const { uuid } = await sell(calls, 1, basket);
  const giveBack = (number: string, body: object) =>
    calls.call('POST', `/v2/invoices/${uuid}/returns`, { body, headers: { ...key(number), ...whole } });
  await giveBack('part', { lines: [{ line: 2, quantity: '1' }], reason: 'Stale' });
  await giveBack('part', { lines: [{ line: 2, quantity: '1' }], reason: 'Stale' });
  await giveBack('more', { lines: [{ line: 2, quantity: '3' }], reason: 'Stale' });
  await giveBack('rest', { everything: true, reason: 'تالف | Faulty', payment: 'card' });
  await giveBack('again', { everything: true, reason: 'Faulty' });
  await calls.call('GET', `/v2/invoices/${uuid}/returns`);
  const other = await sell(calls, 2);
  decide(calls, other.uuid, 'rejected');
  await calls.call('POST', `/v2/invoices/${other.uuid}/returns`, {
    body: { everything: true, reason: 'Faulty' },
    headers: key('rejected'),
  });
  keep('returns.http', calls.recorded());
});

/** Sells on two days, and gives some of the documents their end. */
async function sellForDays(calls: Calls): Promise<Document[]> {
  const documents = [
    await sell(calls, 1, saleExamples.consumer.value),
    await sell(calls, 2, saleExamples.business.value),
    await sell(calls, 3, { ...coffee, reference: '=1+1', metadata: { table: '7' } }),
    await sell(calls, 4, saleExamples.export.value),
  ];
  const [first, second, third, fourth] = documents;
  if (!first || !second || !third || !fourth) throw new Error('not sold');
  decide(calls, first.uuid, 'accepted');
  await calls.shop.clock.advance(24 * 3600_000);
  documents.push(
    await sell(calls, 5, {
      kind: 'creditNote',
      corrects: [{ number: first.number }],
      reason: '=x',
      ...coffee,
    }),
  );
  decide(calls, third.uuid, 'rejected');
  decide(calls, fourth.uuid, 'parked');
  return documents;
}

test('documents are listed by page, filter and change', async () => {
  const calls = await openCalls('list');
  const [first] = await sellForDays(calls);
  const list = (query: Record<string, string>) =>
    calls.json<Record<string, string>>('GET', `/v2/invoices?${new URLSearchParams(query)}`);
  const { nextCursor = '' } = await list({ limit: '2' });
  await list({ limit: '2', cursor: nextCursor });
  const filters: Record<string, string>[] = [
    { status: 'rejected' },
    { kind: 'creditNote' },
    { customer: 'business' },
    { from: '2026-11-21', to: '2026-11-21' },
    { number: first?.number ?? '' },
    { saleId: saleExamples.consumer.value.saleId },
    { reference: 'ORDER-4711' },
    { buyer: 'المثال' },
    { status: 'none', limit: '0' },
    { cursor: 'wrong' },
  ];
  for (const filter of filters) await list(filter);
  const { nextChangedSince = '' } = await list({ changedSince: '2026-11-01T00:00:00Z' });
  await list({ changedSince: nextChangedSince });
  keep('list.http', calls.recorded());
});

test('a period as CSV', async () => {
  const calls = await openCalls('csv');
  await sellForDays(calls);
  for (const query of ['', '?from=2026-11-20&to=2026-11-20', '?from=2026-11-22', '?from=yesterday'])
    await calls.call('GET', `/v2/invoices.csv${query}`);
  keep('period.http', calls.recorded());
});

test('events are asked for from place to place', async () => {
  const calls = await openCalls('events');
  await sellForDays(calls);
  let after = '';
  for (let page = 0; page < 4; page += 1) {
    const query = after === '' ? '' : `?after=${after}`;
    after = (await calls.json<{ next: string }>('GET', `/v2/events${query}`)).next;
  }
  await calls.call('GET', '/v2/events?after=wrong');
  keep('events.http', calls.recorded());
});

test('a document has its way to the authority and its answer', async () => {
  const calls = await openCalls('document');
  for (const { uuid } of await sellForDays(calls)) await calls.call('GET', `/v2/invoices/${uuid}`);
  keep('document.http', calls.recorded());
});

test('problems, in both languages', async () => {
  const calls = await openCalls('problems');
  const reader = await calls.shop.token(['invoices.read']);
  const unknown = '00000000-0000-4000-8000-000000000000';
  const { number } = await sell(calls, 1);
  for (const language of ['en', 'ar']) {
    const speak = { 'accept-language': language };
    const call = (method: string, path: string, more: Parameters<Calls['call']>[2] = {}) =>
      calls.call(method, path, { ...more, headers: { ...speak, ...more.headers } });
    await call('GET', '/v2/invoices', { token: '' });
    await call('GET', '/v2/invoices', { token: 'unknown' });
    await call('POST', '/v2/invoices', { body: coffee, token: reader, headers: key(2) });
    await call('POST', '/v2/invoices', { body: coffee });
    await call('POST', '/v2/invoices', { body: '{', headers: key(3) });
    await call('POST', '/v2/invoices', { body: 'x', headers: { ...key(4), 'content-type': 'text/plain' } });
    await call('POST', '/v2/invoices', { body: { colour: 'red' }, headers: key(5) });
    await call('POST', '/v2/invoices', {
      body: { ...coffee, kind: 'creditNote', corrects: [{ number: `${number}9` }], reason: 'x' },
      headers: key(6),
    });
    await call('POST', '/v2/invoices', {
      body: { ...saleExamples.otherSystem.value },
      headers: key(7),
    });
    for (const part of ['', '/lines', '/xml', '/pdf', '/qr.svg', '/returns'])
      await call('GET', `/v2/invoices/${unknown}${part}`);
    await call('POST', `/v2/invoices/${unknown}/returns`, { body: ' '.repeat(20_000), headers: key(8) });
    await call('GET', '/v2/invoices/none');
    await call('GET', '/v2/nothing');
    await call('DELETE', '/v2/invoices');
    await call('GET', '/v2/webhooks/deliveries');
  }
  keep('problems.http', calls.recorded());
});
