import { expect, test } from 'vitest';
import { authorityProfile } from '../../../main/gateway/profile.ts';
import { readSubmissionAnswer } from '../../../main/gateway/read-answer.ts';
import {
  documentKinds,
  eventDataSchemas,
  standardNames,
} from '../../../shared/contract/programs/webhook-events.ts';
import { rejected, reported, tooLarge } from '../../support/run/outcomes.ts';
import { coffee, openShop, post } from './shop.ts';

/* Tests programs that no event can be sent to. They request the events since their last position. */

interface Page {
  events: { type: string; invoiceUuid: string; invoiceNumber: string; authorityStatus?: string }[];
  next: string;
}

test('each document is issued, then decided, once for each place that is asked from', async () => {
  const shop = await openShop();
  const token = await shop.token();
  const ask = async (after?: string) => {
    const query = after === undefined ? '' : `?after=${after}`;
    const headers = { authorization: `Bearer ${token}` };
    return (await (await fetch(`${shop.base}/v2/events${query}`, { headers })).json()) as Page;
  };
  const sell = async () => (await (await post(shop.base, token, coffee)).json()) as { uuid: string };
  const settle = (uuid: string, isRejected: boolean) => {
    const claimed = shop.ledger.queue.claim(uuid, shop.clock.now(), 60_000);
    if (claimed === undefined) throw new Error('not claimed');
    if (isRejected) shop.ledger.queue.settle(claimed, rejected, { state: 'rejected' }, shop.clock.now());
    else shop.ledger.queue.settle(claimed, reported, { state: 'accepted' }, shop.clock.now());
  };
  const told = ({ events }: Page) => events.map(({ type, invoiceUuid }) => [type, invoiceUuid]);

  const nothing = await ask();
  expect(nothing.events).toEqual([]);
  const [first, second] = [await sell(), await sell()];
  settle(first.uuid, false);
  const issued = await ask(nothing.next);
  expect(told(issued)).toEqual([
    ['invoice.issued', first.uuid],
    ['invoice.issued', second.uuid],
  ]);
  const decided = await ask(issued.next);
  expect(told(decided)).toEqual([['invoice.reported', first.uuid]]);
  expect(decided.events[0]).toMatchObject({ invoiceNumber: 'T1-000001', authorityStatus: 'REPORTED' });
  expect(await ask(decided.next)).toEqual({ events: [], next: decided.next });
  settle(second.uuid, true);
  expect(told(await ask(decided.next))).toEqual([['invoice.rejected', second.uuid]]);
  // The same position returns the same events again.
  expect(await ask(issued.next)).toMatchObject({
    events: [{ type: 'invoice.reported' }, { type: 'invoice.rejected' }],
  });
  for (const place of ['icv:3,event:0', 'icv:0,event:999'])
    expect(await ask(Buffer.from(place).toString('base64url'))).toMatchObject({
      code: 'bad-input',
      issues: [{ path: ['after'], code: 'cursor-ahead' }],
    });
  expect(shop.errors).toEqual([]);
  await shop.close();
});

test.each([
  ['NOT_REPORTED', { reportingStatus: 'NOT_REPORTED' }],
  ['HELD', { reportingStatus: 'HELD' }],
  [undefined, { reportingStatus: null }],
  [undefined, {}],
])('a duplicate is accepted, and its word stays as the authority sent it: %s', async (word, sent) => {
  const shop = await openShop();
  const token = await shop.token();
  const headers = { authorization: `Bearer ${token}` };
  const { uuid } = (await (await post(shop.base, token, coffee)).json()) as { uuid: string };
  const body = JSON.stringify({ ...sent, errors: [{ category: 'Duplicate-Invoice', code: 'again' }] });
  const outcome = readSubmissionAnswer(authorityProfile, 'reporting', 409, new Headers(), body);
  const claimed = shop.ledger.queue.claim(uuid, shop.clock.now(), 60_000);
  if (claimed === undefined) throw new Error('not claimed');
  shop.ledger.queue.settle(claimed, outcome, { state: 'accepted' }, shop.clock.now());

  const read = async (path: string) => (await fetch(`${shop.base}/v2/${path}`, { headers })).json();
  const invoice = (await read(`invoices/${uuid}`)) as Record<string, unknown>;
  expect([invoice.status, invoice.authorityStatus]).toEqual(['accepted', word]);
  const { invoices } = (await read('invoices')) as { invoices: Record<string, unknown>[] };
  expect(invoices.map(({ authorityStatus }) => authorityStatus)).toEqual([word]);
  const start = Buffer.from('icv:0,event:0').toString('base64url');
  const issued = (await read(`events?after=${start}`)) as Page;
  const { events } = (await read(`events?after=${issued.next}`)) as Page;
  expect(events.map(({ type, authorityStatus }) => [type, authorityStatus])).toEqual([
    ['invoice.reported', word],
  ]);
  await shop.close();
});

test('a document that is parked, sent again and parked again is told each time, and then its end', async () => {
  const shop = await openShop();
  const token = await shop.token();
  const callersOwn = { reference: 'ORDER-1', metadata: { table: '4' } };
  const { uuid } = (await (await post(shop.base, token, { ...coffee, ...callersOwn })).json()) as {
    uuid: string;
  };
  const call = (...[outcome, decision]: [typeof reported, { state: 'parked' } | { state: 'accepted' }]) => {
    const claimed = shop.ledger.queue.claim(uuid, shop.clock.now(), 60_000);
    if (claimed === undefined) throw new Error('not claimed');
    shop.ledger.queue.settle(claimed, outcome, decision, shop.clock.now());
  };
  call(tooLarge, { state: 'parked' });
  call(tooLarge, { state: 'parked' });
  call(reported, { state: 'accepted' });
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (after = '') =>
    (await (await fetch(`${shop.base}/v2/events${after}`, { headers })).json()) as Page;
  const issued = await ask();
  const { events, next } = await ask(`?after=${issued.next}`);
  expect(events.map(({ type }) => type)).toEqual(['invoice.parked', 'invoice.parked', 'invoice.reported']);
  for (const each of [...issued.events, ...events])
    expect(each).toMatchObject({ invoiceUuid: uuid, ...callersOwn });
  expect((await ask(`?after=${next}`)).events).toEqual([]);
  await shop.close();
});

test('a clock that is set back hides no event and tells none twice', async () => {
  const shop = await openShop();
  const token = await shop.token();
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (after = '') =>
    (await (await fetch(`${shop.base}/v2/events${after}`, { headers })).json()) as Page & {
      events: { at: string }[];
    };
  const told: string[] = [];
  let { next } = await ask();
  const follow = async () => {
    for (;;) {
      const page = await ask(`?after=${next}`);
      ({ next } = page);
      if (page.events.length === 0) return;
      told.push(...page.events.map(({ type, invoiceUuid }) => `${type} ${invoiceUuid}`));
    }
  };
  const happened: string[] = [];
  for (const back of [0, 90_000, 0, 110_000, 0]) {
    shop.clock.set(shop.clock.now() - back);
    const { uuid } = (await (await post(shop.base, token, coffee)).json()) as { uuid: string };
    happened.push(`invoice.issued ${uuid}`);
    await follow();
    // The clock is corrected by three days before the authority's answer arrives.
    shop.clock.set(shop.clock.now() - 3 * 24 * 3_600_000);
    const claimed = shop.ledger.queue.claim(uuid, shop.clock.now(), 60_000);
    if (claimed === undefined) throw new Error('not claimed');
    shop.ledger.queue.settle(claimed, reported, { state: 'accepted' }, shop.clock.now());
    shop.clock.set(shop.clock.now() + 3 * 24 * 3_600_000);
    happened.push(`invoice.reported ${uuid}`);
    await follow();
    shop.clock.set(shop.clock.now() + back);
  }
  expect(told).toEqual(happened);
  await shop.close();
});

test('it has every event of a document that webhooks have', async () => {
  const ofDocuments = Object.entries(eventDataSchemas).filter(([, { shape }]) => 'payable' in shape);
  expect([...documentKinds].toSorted()).toEqual(ofDocuments.map(([kind]) => kind).toSorted());
  const shop = await openShop();
  const { components } = (await (await fetch(`${shop.base}/openapi.json`)).json()) as {
    components: { schemas: { EventPage: object } };
  };
  expect(components.schemas.EventPage).toMatchObject({
    properties: {
      events: {
        items: {
          properties: { type: { 'x-extensible-enum': documentKinds.map((kind) => standardNames[kind]) } },
        },
      },
    },
  });
  await shop.close();
});
