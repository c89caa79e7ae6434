import { expect, test } from 'vitest';
import { rejected, reported } from '../../support/outcomes.ts';
import { coffee, openShop, post } from './shop.ts';

/* Programs that nobody can call ask for what happened, from where they stopped. */

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
  // The same place has the same events again.
  expect(await ask(issued.next)).toMatchObject({
    events: [{ type: 'invoice.reported' }, { type: 'invoice.rejected' }],
  });
  expect(shop.errors).toEqual([]);
  await shop.close();
});
