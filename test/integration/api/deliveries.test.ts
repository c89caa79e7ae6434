import { afterEach, beforeEach, expect, test } from 'vitest';
import { lookup } from '../../../main/base/network/addresses.ts';
import { ledgerSources } from '../../../main/integration/webhooks/ledger-sources.ts';
import { createWebhookSender, type WebhookSender } from '../../../main/integration/webhooks/sender.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';
import { reported } from '../../support/run/outcomes.ts';
import { LibraryReceiver } from '../webhooks/library-receiver.ts';
import { coffee, openShop, post, type Shop } from './shop.ts';

/* Tests a program that manages receivers. It sees the result of each event, and can have an event sent again. */

let shop: Shop;
let sender: WebhookSender;
let at: LibraryReceiver;
let receiverId: string;
let token: string;

beforeEach(async () => {
  at = new LibraryReceiver();
  const url = await at.listen();
  shop = await openShop({
    webhooks(database, ledger, clock) {
      sender = createWebhookSender({
        database,
        sources: ledgerSources(ledger),
        secrets: memorySecrets(),
        vaultPrefix: 'training',
        clock,
        random: () => 1,
        lookup,
        plainToLoopback: true,
        onChange: () => {},
        onError: (error) => shop.errors.push(error),
      });
      return sender;
    },
  });
  const { endpoint, secret = '' } = await sender.endpoints.add({
    url,
    kinds: ['reported'],
    allowPrivate: true,
  });
  receiverId = endpoint.id;
  at.secrets = [secret];
  sender.start();
  token = await shop.token(['webhooks.manage']);
});
afterEach(async () => {
  await sender.stop();
  await shop.close();
  await at.close();
  expect(shop.errors).toEqual([]);
});

interface Resource {
  id: string;
  eventId: string;
  invoiceUuid: string;
  state: string;
  attempts: number;
  httpStatus?: number;
}

async function call(path: string, method = 'GET', as = token) {
  const answer = await fetch(`${shop.base}/v2/webhooks/deliveries${path}`, {
    method,
    headers: { authorization: `Bearer ${as}` },
  });
  return { status: answer.status, body: await answer.json() };
}

async function send(): Promise<void> {
  sender.wake();
  await shop.clock.advance(0);
  await sender.idle();
}

/** Sells, reports the document and sends its event. Returns the document's id. */
async function sell(): Promise<string> {
  const seller = await shop.token(['invoices.write']);
  const { uuid } = (await (await post(shop.base, seller, coffee)).json()) as { uuid: string };
  const claimed = shop.ledger.queue.claim(uuid, shop.clock.now(), 60_000);
  if (claimed === undefined) throw new Error('not claimed');
  shop.ledger.queue.settle(claimed, reported, { state: 'accepted' }, shop.clock.now());
  await send();
  return uuid;
}

const list = async (query = '') =>
  (await call(query)).body as { deliveries: Resource[]; nextCursor?: string };

test('each delivery says what became of it, and nothing of its body or of the receiver’s whole address', async () => {
  const uuid = await sell();
  const { deliveries } = await list();
  expect(deliveries).toEqual([
    {
      id: at.received[0]?.headers['x-service-delivery'],
      eventId: at.events()[0]?.id,
      type: 'invoice.reported',
      invoiceUuid: uuid,
      receiver: `127.0.0.1:${at.port}`,
      receiverId,
      state: 'delivered',
      attempts: 1,
      createdAt: expect.any(String),
      lastAt: expect.any(String),
      httpStatus: 200,
    },
  ]);
  expect((await call(`/${deliveries[0]?.id}`)).body).toEqual(deliveries[0]);
});

test('what was delivered is sent again, as the same bytes under the same ids', async () => {
  await sell();
  const [first] = (await list()).deliveries;
  const again = await call(`/${first?.id}/redeliver`, 'POST');
  expect(again).toMatchObject({ status: 202, body: { id: first?.id, state: 'waiting', attempts: 0 } });
  expect(again.body).not.toHaveProperty('httpStatus');
  await send();
  expect(at.received).toHaveLength(2);
  expect(new Set(at.received.map(({ body }) => body)).size).toBe(1);
  expect(new Set(at.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
  expect((await call(`/${first?.id}`)).body).toMatchObject({ state: 'delivered', attempts: 1 });
});

test('what was refused, and what only waits, is sent now', async () => {
  at.answer = () => 400;
  await sell();
  const [dead] = (await list('?state=dead')).deliveries;
  at.answer = () => 503;
  expect((await call(`/${dead?.id}/redeliver`, 'POST')).status).toBe(202);
  await send();
  expect((await list('?state=waiting')).deliveries).toMatchObject([{ id: dead?.id, attempts: 1 }]);
  at.answer = () => 200;
  // The delivery is due within seconds anyway.
  expect((await call(`/${dead?.id}/redeliver`, 'POST')).body).toMatchObject({ attempts: 1 });
  await send();
  expect((await list()).deliveries).toMatchObject([{ state: 'delivered', attempts: 2 }]);
});

test('to a receiver that is off it waits; what was given up, or was for one that was removed, is refused', async () => {
  await sell();
  const [delivery] = (await list()).deliveries;
  const redeliver = () => call(`/${delivery?.id}/redeliver`, 'POST');
  sender.endpoints.change(receiverId, { enabled: false });
  expect((await redeliver()).status).toBe(202);
  await send();
  expect(at.received).toHaveLength(1);
  sender.deliveries.discard(delivery?.id ?? '', 'The accountant has it on paper');
  expect(await redeliver()).toMatchObject({ status: 409, body: { code: 'not-redeliverable' } });
  sender.endpoints.change(receiverId, { enabled: true });
  await sell();
  await sender.endpoints.remove(receiverId);
  for (const { id } of (await list()).deliveries)
    expect((await call(`/${id}/redeliver`, 'POST')).status).toBe(409);
});

test('the list comes in pages, by state and document', async () => {
  const uuids = [await sell(), await sell(), await sell()];
  const first = await list('?limit=2');
  const second = await list(`?limit=2&cursor=${first.nextCursor}`);
  const all = [...first.deliveries, ...second.deliveries];
  expect(all.map(({ invoiceUuid }) => invoiceUuid)).toEqual(uuids.toReversed());
  expect(second.nextCursor).toBeUndefined();
  expect((await list(`?invoiceUuid=${uuids[1]?.toUpperCase()}`)).deliveries).toHaveLength(1);
  expect((await list(`?invoiceUuid=${uuids[1]}&state=dead`)).deliveries).toEqual([]);
  expect((await list('?state=dead,waiting')).deliveries).toEqual([]);
  at.answer = () => 400;
  uuids.push(await sell());
  at.answer = () => 200;
  uuids.push(await sell());
  const both = await list('?state=delivered,dead,dead&limit=3');
  expect(both.deliveries.map(({ invoiceUuid }) => invoiceUuid)).toEqual(uuids.toReversed().slice(0, 3));
  const rest = await list(`?state=delivered,dead&cursor=${both.nextCursor}`);
  expect(rest.deliveries.map(({ invoiceUuid }) => invoiceUuid)).toEqual(uuids.toReversed().slice(3));
  for (const wrong of ['?state=lost', '?limit=0', '?limit=x', '?cursor=x', '?page=2'])
    expect([wrong, (await call(wrong)).status]).toEqual([wrong, 400]);
});

test('it needs the scope of its own, and a delivery that is there', async () => {
  const others = await shop.token(['invoices.read', 'invoices.write']);
  await sell();
  const [delivery] = (await list()).deliveries;
  for (const [path, method] of [
    ['', 'GET'],
    [`/${delivery?.id}`, 'GET'],
    [`/${delivery?.id}/redeliver`, 'POST'],
  ] as const)
    expect(await call(path, method, others)).toMatchObject({
      status: 403,
      body: { code: 'insufficient-scope' },
    });
  const nobody = '7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11';
  expect(await call(`/${nobody}`)).toMatchObject({ status: 404, body: { code: 'no-such-delivery' } });
  expect((await call(`/${nobody}/redeliver`, 'POST')).status).toBe(404);
  expect((await call('/none')).status).toBe(400);
  expect(at.received).toHaveLength(1);
});
