import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { lookup } from '../../main/base/network/addresses.ts';
import { sign } from '../../main/base/network/webhook-signature.ts';
import { createChanges } from '../../main/books/ledger/database/changes.ts';
import { createSettings } from '../../main/books/ledger/database/settings.ts';
import type { Outcome } from '../../main/gateway/outcome.ts';
import { saleExamples } from '../../main/integration/api/openapi/openapi-examples.ts';
import { createDropFolder } from '../../main/integration/drop-folder/drop-folder.ts';
import { createInbound } from '../../main/integration/inbound/inbound.ts';
import { addInboundRoutes } from '../../main/integration/inbound/routes.ts';
import { openIntegrationStore } from '../../main/integration/store/integration-store.ts';
import { ledgerSources } from '../../main/integration/webhooks/ledger-sources.ts';
import { createWebhookSender, type WebhookSender } from '../../main/integration/webhooks/sender.ts';
import { eventExamples } from '../../main/integration/webhooks/test-event.ts';
import { occurrenceKinds } from '../../shared/contract/programs/webhook-events.ts';
import { type SaleInput, saleSchema } from '../../shared/sale/sale.ts';
import { openTill } from '../integration/till.ts';
import { LibraryReceiver } from '../integration/webhooks/library-receiver.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { newFolder } from '../support/khatm.ts';
import { memorySecrets } from '../support/memory-secrets.ts';
import { cleared, rejected, reported, reportedWithWarning, tooLarge } from '../support/run/outcomes.ts';
import { type Calls, fixForTest, openCalls } from './calls.ts';
import { corpusOf } from './keep.ts';
import { asText } from './play.ts';

/* Stories of programs that receive events, that send them, and that use files. */

const keep = corpusOf('programs-exchange');

/** Headers of a delivery that the product makes; the others belong to the connection. */
const ownHeaders = /^(x-service-|khatm-|content-type$|user-agent$)/;

/** Opens a terminal whose events go to a receiver. */
async function openReceiver(seed: string, scopes: Parameters<typeof openCalls>[1] = ['invoices.read']) {
  const at = new LibraryReceiver();
  const url = await at.listen();
  onTestFinished(() => at.close());
  let opened: WebhookSender | undefined;
  const calls = await openCalls(seed, scopes, {
    webhooks(database, ledger, clock) {
      opened = createWebhookSender({
        database,
        sources: ledgerSources(ledger),
        secrets: memorySecrets(),
        vaultPrefix: 'training',
        clock,
        random: () => 1,
        lookup,
        plainToLoopback: true,
        onChange: () => undefined,
        onError: (error) => console.error(error),
      });
      return opened;
    },
  });
  const sender = opened;
  if (sender === undefined) throw new Error('no sender');
  onTestFinished(() => sender.stop());
  const { endpoint, secret = '' } = await sender.endpoints.add({
    url,
    kinds: occurrenceKinds,
    allowPrivate: true,
  });
  at.secrets = [secret];
  sender.start();
  return {
    calls,
    sender,
    at,
    endpoint,
    withoutPort: (text: string) => text.replaceAll(String(at.port), 'port'),
  };
}

const sell = ({ shop }: Calls, sale: SaleInput) => shop.issue(saleSchema.parse(sale)).entry.uuid;

/** Gives a document this answer of the authority. */
function settle(
  { shop: { ledger, clock } }: { readonly shop: Pick<Calls['shop'], 'ledger' | 'clock'> },
  uuid: string,
  outcome: Outcome,
): void {
  const claimed = ledger.queue.claim(uuid, clock.now(), 60_000);
  if (claimed === undefined) throw new Error('not claimed');
  if (outcome.kind === 'request-refused')
    ledger.queue.settle(claimed, outcome, { state: 'parked' }, clock.now());
  else if (outcome.kind === 'accepted' || outcome.kind === 'rejected')
    ledger.queue.settle(claimed, outcome, { state: outcome.kind }, clock.now());
  else throw new Error(`no end: ${outcome.kind}`);
}

async function send({ shop }: Calls, sender: WebhookSender): Promise<void> {
  sender.wake();
  await shop.clock.advance(0);
  await sender.idle();
}

/** Returns all that the receiver was sent: the signed bytes and the headers. Events may arrive in any order. */
const receivedBy = ({ received }: LibraryReceiver): string =>
  received
    .map(({ headers, body, signed, timed }) => {
      expect([signed, timed.by.length]).toEqual([true, 1]);
      const ownEntries = Object.entries(headers).filter(([name]) => ownHeaders.test(name));
      return [...ownEntries.toSorted().map(([name, value]) => `${name}: ${value}`), '', body, ''].join('\n');
    })
    .toSorted()
    .join('\n');

test('a receiver is sent each kind of event', async () => {
  const { calls, sender, at } = await openReceiver('webhooks');
  settle(calls, sell(calls, saleExamples.consumer.value), reported);
  settle(calls, sell(calls, saleExamples.business.value), cleared);
  settle(calls, sell(calls, saleExamples.split.value), rejected);
  settle(calls, sell(calls, saleExamples.advance.value), tooLarge);
  settle(calls, sell(calls, saleExamples.outOfScope.value), reportedWithWarning);
  await send(calls, sender);
  for (const kind of ['certificateOnboarded', 'batchFinished', 'deadlineAlarm'] as const) {
    sender.announce({
      kind,
      source: `${kind}:1`,
      at: calls.shop.clock.now(),
      data: () => eventExamples[kind],
    });
    await send(calls, sender);
  }
  keep('events.txt', receivedBy(at));
});

test('a receiver is sent tests', async () => {
  const { sender, at, endpoint } = await openReceiver('tests');
  await sender.sendTest(endpoint.id, undefined);
  for (const kind of occurrenceKinds) await sender.sendTest(endpoint.id, kind);
  sender.settings.change({ testName: 'our.try', names: { cleared: 'our.cleared' } });
  const answer = await sender.sendTest(endpoint.id, 'cleared');
  keep('tests.txt', receivedBy(at));
  keep('test-answer.json', asText(answer));
});

test('an event that was refused is sent again, and a program sees what became of it', async () => {
  const { calls, sender, at, withoutPort } = await openReceiver('deliveries', ['webhooks.manage']);
  const answers: Record<string, number[]> = { 'invoice.issued': [400], 'invoice.reported': [503, 400] };
  at.answer = ({ headers }) => answers[String(headers['x-service-event'])]?.shift() ?? 200;
  settle(calls, sell(calls, saleExamples.consumer.value), reported);
  await send(calls, sender);
  await calls.call('GET', '/v2/webhooks/deliveries');
  for (const milliseconds of [5_000, 20_000, 80_000]) {
    await calls.shop.clock.advance(milliseconds);
    await sender.idle();
  }
  const { deliveries } = await calls.json<{ deliveries: { id: string; state: string }[] }>(
    'GET',
    '/v2/webhooks/deliveries',
  );
  for (const { id } of deliveries) {
    await calls.call('GET', `/v2/webhooks/deliveries/${id}`);
    await calls.call('POST', `/v2/webhooks/deliveries/${id}/redeliver`);
    await send(calls, sender);
  }
  await calls.call('GET', '/v2/webhooks/deliveries?state=delivered&limit=1');
  await calls.call('GET', '/v2/webhooks/deliveries?state=wrong');
  keep('deliveries.http', withoutPort(calls.recorded()));
  keep('deliveries.txt', receivedBy(at));
});

test('events of a head office are taken or refused', async () => {
  fixForTest('inbound');
  const clock = new FakeClock();
  const database = openIntegrationStore(':memory:');
  onTestFinished(() => void database.close());
  const inbound = createInbound({
    database,
    changes: createChanges(database),
    secrets: memorySecrets(),
    vaultPrefix: 'training',
    clock,
    onChange: () => undefined,
    onEvents: () => undefined,
    onError: (error) => console.error(error),
  });
  const app = Fastify();
  onTestFinished(() => app.close());
  addInboundRoutes(app, { inbound, path: '/webhooks/events', plainFromLoopback: true });
  const { secret = '' } = await inbound.settings.addSecret();
  inbound.settings.change({ enabled: true });
  inbound.start();
  onTestFinished(() => inbound.stop());
  const event = (id: string, more: object = {}) => ({
    ...{ id, type: 'invoice.cleared', createdAt: '2026-11-20T10:00:00Z' },
    data: { invoiceId: 'INV-7', invoiceUuid: 'c5a8b7e2-3f0c-4d2e-9a51-0d6c1f0b7a11', status: 'CLEARED' },
    ...more,
  });
  let text = '';
  const tell = async (payload: string, headers: Record<string, string> = {}) => {
    const signed = sign(Buffer.from(payload), secret);
    const answer = await app.inject({
      method: 'POST',
      url: '/webhooks/events',
      payload,
      headers: {
        'content-type': 'application/json',
        'x-service-delivery': `delivery-${text.length}`,
        'x-service-signature': signed,
        'x-service-timestamp': String(clock.now() / 1000),
        ...headers,
      },
    });
    text += `${signed}\n${answer.statusCode} ${answer.headers['content-type']} ${answer.body}\n`;
  };
  await tell(JSON.stringify(event('1')));
  await tell(JSON.stringify(event('1')));
  await tell(JSON.stringify(event('2', { createdAt: '2026-11-20T09:59:00Z' })));
  await tell(JSON.stringify(event('3', { type: 'batch.finished', data: { anything: [1] } })));
  await tell(JSON.stringify(event('4', { createdAt: '2027-01-01T00:00:00Z' })));
  await tell(JSON.stringify(event('5')), { 'x-service-signature': 'sha256=00' });
  await tell(JSON.stringify(event('6')), { 'x-service-timestamp': '1' });
  await tell('{}');
  await tell(' '.repeat(70_000));
  await clock.advance(0);
  while (inbound.inbox.counts().received > 0) await clock.advance(0);
  keep('inbound-answers.txt', text);
  keep('inbound-list.json', asText(inbound.inbox.list({ limit: 100 })));
  keep('inbound-invoices.json', asText(inbound.invoices.get('c5a8b7e2-3f0c-4d2e-9a51-0d6c1f0b7a11')));
});

/** Opens a till that reads a drop folder, for the current test. */
async function openDrop() {
  fixForTest('drop folder');
  const clock = new FakeClock();
  const root = newFolder('drop');
  const till = openTill(path.join(root, 'ledger.db'), clock);
  const database = openIntegrationStore(path.join(root, 'integration.db'));
  const batches: unknown[] = [];
  const folder = path.join(root, 'drop');
  const drop = createDropFolder({
    leads: () => true,
    database,
    settings: createSettings(database),
    clock,
    ledger: till.ledger,
    intake: till.intake,
    onBatch: (batch) => batches.push(batch),
    onChange: () => undefined,
    issue: (sale, by) => till.issue(sale, by),
    defaultFolder: folder,
    dataFolder: root,
    onError: (error) => console.error(error),
  });
  onTestFinished(async () => {
    await drop.stop();
    database.close();
    till.ledger.close();
  });
  await drop.set({ enabled: true, otherSystems: true });
  const look = async (times: number) => {
    for (let time = 0; time < times; time += 1) await drop.look();
  };
  let written = 0;
  /** Writes a file and lets the till read the folder this many times. */
  async function put(name: string, content: object | string, looks = 2): Promise<void> {
    const file = path.join(folder, 'in', name);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    written += 1;
    utimesSync(file, 1_700_000_000 + written, 1_700_000_000 + written);
    await look(looks);
  }
  return { shop: { ledger: till.ledger, clock }, drop, folder, batches, look, put };
}

test('files with sales become documents, or are refused with a reason', async () => {
  const { shop, drop, folder, batches, look, put } = await openDrop();
  const { saleId } = saleExamples.consumer.value;
  await put('sale-1.json', saleExamples.consumer.value);
  await put('A.JSON', `\ufeff${JSON.stringify(saleExamples.advance.value)}`);
  await put('trade.cleared.json', saleExamples.business.value);
  await put('again.json', saleExamples.consumer.value);
  await put('other.json', { ...saleExamples.split.value, saleId });
  await put('note.json', saleExamples.otherSystem.value);
  await put('sale-1.json', saleExamples.split.value);
  await put('fields.json', { lines: [{ name: '', quantity: 0, unitPrice: 'x' }] });
  await put('discount.json', { ...saleExamples.split.value, discount: { amount: '99.00' } });
  await put('half.json', '{"lines":[', 12);
  await put('half.json', { note: 'second' });
  await put('left.txt', 'no sale');
  const [first, , trade] = shop.ledger.documents.inOrder();
  for (const [document, outcome] of [
    [first, reported],
    [trade, cleared],
  ] as const) {
    if (document === undefined) throw new Error('not issued');
    settle({ shop }, document.uuid, outcome);
    drop.invoiceChanged(document.uuid);
    await look(1);
  }
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .toSorted();
  keep('drop-folder/names.json', asText(names));
  for (const name of names) keep(`drop-folder/${name}`, readFileSync(path.join(folder, name)));
  keep('drop-folder/batches.json', asText(batches));
});
