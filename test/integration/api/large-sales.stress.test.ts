import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { verifyDocument } from '../../../main/document/stamp/verify/verify.ts';
import { createSaleIntake, type SaleIntake } from '../../../main/till/issue/sale-intake.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { coffee, openShop, post, type Shop, type ShopOptions } from './shop.ts';

/* Tests that sales of other programs are never read and priced on the till's own thread. */

let shops: Shop[] = [];
afterEach(async () => {
  for (const shop of shops) await shop.close();
  shops = [];
});
async function open(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openShop(options);
  shops.push(shop);
  return shop;
}

const large = { lines: Array.from({ length: 5_000 }, () => coffee.lines[0]) };
const brackets = '['.repeat(4 * 1024 * 1024);

/** Creates an intake whose thread waits until `open` is called. */
function heldIntake(): { intake: SaleIntake; open(): void } {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const program = new URL('./held-sale-worker.ts', import.meta.url);
  const intake = createSaleIntake({
    seller: () => undefined,
    now: () => 0,
    start: () => new Worker(program, { workerData: gate.buffer }),
  });
  return {
    intake,
    open() {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
    },
  };
}

test.each([
  ['a sale of 5,000 lines', JSON.stringify(large), 201],
  ['four megabytes of brackets', brackets, 400],
])('the till sells, and small sales of others go through, while %s is read', async (_, body, status) => {
  const held = heldIntake();
  const shop = await open({ intake: held.intake });
  const token = await shop.token();
  const order: string[] = [];
  const answered = post(shop.base, token, body).then((answer) => {
    order.push('large');
    return answer;
  });
  for (let sale = 0; sale < 3; sale += 1) {
    shop.issue(saleSchema.parse(coffee));
    order.push('till');
    await setImmediate();
  }
  expect((await post(shop.base, token, coffee)).status).toBe(201);
  order.push('small');
  held.open();
  expect((await answered).status).toBe(status);
  expect(order).toEqual(['till', 'till', 'till', 'small', 'large']);
  await held.intake.close();
});

describe('a large sale', () => {
  test('becomes the document that the till itself would have made, and the same answer to the same key', async () => {
    const shop = await open();
    const token = await shop.token();
    const key = { 'idempotency-key': 'large-1', prefer: 'return=representation' };
    const answer = await post(shop.base, token, large, key);
    const { xml, uuid } = (await answer.json()) as { xml: string; uuid: string };
    expect(answer.status).toBe(201);
    const failed = verifyDocument(Buffer.from(xml)).filter(({ ok }) => !ok);
    expect(failed).toEqual([]);
    const ownEntry = shop.issue(saleSchema.parse(large)).entry;
    const body = (text: string) => text.slice(text.indexOf('<cac:AccountingSupplierParty>'));
    expect(body(xml)).toBe(body(shop.ledger.documents.issuedXml(ownEntry.uuid)?.toString('utf8') ?? ''));
    const again = await post(shop.base, token, large, key);
    expect([again.status, ((await again.json()) as { uuid: string }).uuid]).toEqual([200, uuid]);
  });

  test('of which every line is wrong is refused by its first faults', async () => {
    const shop = await open();
    const token = await shop.token();
    const lines = Array.from({ length: 5_000 }, () => ({ name: '', quantity: -1, unitPrice: 'x' }));
    const answer = await post(shop.base, token, { lines });
    const { issues } = (await answer.json()) as { issues: { path: unknown[] }[] };
    expect([answer.status, issues.length]).toEqual([400, 100]);
    expect(issues[0]?.path).toEqual(['lines', 0, 'name']);
  });

  test.each([
    ['a million lines of nothing', `{"lines":[${'{},'.repeat(1_000_000)}{}]}`],
    ['a million payments', `{"lines":[],"payments":[${'0,'.repeat(1_000_000)}0]}`],
    ['a line after the last', JSON.stringify({ lines: [...large.lines, coffee.lines[0]] })],
    ['brackets inside', `{"lines":[{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`],
    ['a prototype', `{"__proto__":{"a":1},"lines":${JSON.stringify(large.lines)}}`],
  ])('that is %s is refused, and the next one is taken', async (_, body) => {
    const shop = await open();
    const token = await shop.token();
    expect((await post(shop.base, token, body)).status).toBe(400);
    expect((await post(shop.base, token, { lines: large.lines.slice(0, 300) })).status).toBe(201);
    expect(shop.errors).toEqual([]);
  });
});

test('a client is charged by what it sends, also where it does not say how much', async () => {
  const shop = await open({ rates: { sales: { burst: 20, perSecond: 1 } } });
  const ask = async (token: string) => {
    const answer = await post(shop.base, token, coffee);
    return [answer.status, answer.headers.get('retry-after')];
  };
  const [first, unsaid] = [await shop.token(), await shop.token()];
  const spaces = ' '.repeat(2 * 1024 * 1024);
  await post(shop.base, first, spaces);
  // Two megabytes count as 32 calls and the request itself as one, so the client must wait for 13 calls and the next
  // one.
  expect(await ask(first)).toEqual([429, '14']);
  const chunks = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(spaces));
      controller.close();
    },
  });
  await fetch(`${shop.base}/v2/invoices`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${unsaid}`,
      'content-type': 'application/json',
      'idempotency-key': '1',
    },
    body: chunks,
    duplex: 'half',
  } as RequestInit);
  expect(await ask(unsaid)).toEqual([429, '14']);
  await shop.clock.advance(14_000);
  expect(await ask(first)).toEqual([201, null]);
});

test('only a sale may be large: other bodies end at what a form needs', async () => {
  const shop = await open();
  const form = await shop.form('/oauth/token', { grant_type: 'x'.repeat(20_000) });
  expect(form.status).toBe(413);
});
