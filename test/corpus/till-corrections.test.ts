import { expect, test } from 'vitest';
import type { CommandInput } from '../../shared/contract/index.ts';
import type { SaleInput } from '../../shared/sale/sale.ts';
import { corpusOf } from './keep.ts';
import { asText, type Play, play } from './play.ts';
import { keepDocument, pageOf } from './till-papers.ts';
import { buyer, coffee, dates, shelf } from './till-sales.ts';

/* Goods that come back, exchanges, and documents that the authority refused. */

const keep = corpusOf('till-corrections');

/** Issues a sale at the next minute, waits for the authority's answer, and returns its id. */
async function issue({ ask, clock, terminal }: Play, sale: SaleInput): Promise<string> {
  clock.sleep(60_000);
  const { uuid } = await ask('sale.issue', sale);
  await terminal.idle();
  return uuid;
}

type Returned = CommandInput<'invoice.returnNote'>['lines'];

/** Makes the credit note for returned goods. */
const noteFor = (till: Play, uuid: string, lines: Returned, payment: 'cash' | 'card' = 'cash') =>
  till.ask('invoice.returnNote', { uuid, saleId: till.id(), lines, payment, reason: 'إرجاع | Returned' });

const sold: Readonly<Record<string, SaleInput>> = {
  simplified: { lines: [{ ...coffee, quantity: 6 }, dates], discount: { percent: '7.5' } },
  business: {
    ...{ customer: 'business', buyer, payments: [{ means: 'onAccount' }] },
    lines: [
      { ...coffee, quantity: 6 },
      { ...shelf, discount: { amount: '0.01' } },
    ],
    charges: [{ amount: '20', reasonCode: 'DL', reason: 'توصيل | Delivery' }],
  },
};

test.each(Object.entries(sold))('returns of parts, %s', async (customer, sale) => {
  const story = `returns-${customer}`;
  const till = await play(story);
  const uuid = await issue(till, sale);
  const parts: readonly Returned[] = [
    [{ line: 1, quantity: '1' }],
    [{ line: 1, quantity: '2' }],
    [
      { line: 1, quantity: '3' },
      { line: 2, quantity: customer === 'business' ? '1' : '0.345' },
    ],
  ];
  for (const [index, lines] of parts.entries()) {
    const returnable = await till.ask('invoice.returnable', { uuid });
    const note = await noteFor(till, uuid, lines);
    const priced = await till.ask('sale.price', note);
    await keepDocument(keep, `${story}/${index + 1}`, till, await issue(till, note), { returnable, priced });
  }
  keep(`${story}/all-returned.json`, asText(await till.ask('invoice.returnable', { uuid })));
  const again = { uuid, lines: [{ line: 1, quantity: '1' }], reason: 'Again' };
  keep(`${story}/refused.json`, asText(await till.refused('invoice.returnNote', again)));
});

const exchanges: Readonly<Record<string, { sale: Omit<SaleInput, 'saleId'>; payment: 'cash' | 'card' }>> = {
  dearer: {
    sale: { lines: [shelf], payments: [{ means: 'cash', amount: '1136', tendered: '1200' }] },
    payment: 'cash',
  },
  cheaper: { sale: { lines: [{ ...coffee, quantity: 1, unitPrice: '3.25' }] }, payment: 'card' },
  equal: { sale: { lines: [{ ...dates, quantity: '0.5', unitPrice: '28' }] }, payment: 'cash' },
};

test.each(Object.entries(exchanges))(
  'an exchange for goods that are %s',
  async (goods, { sale, payment }) => {
    const story = `exchange-${goods}`;
    const till = await play(story);
    const uuid = await issue(till, { lines: [coffee] });
    const note = await noteFor(till, uuid, [{ line: 1, quantity: '1' }], payment);
    const done = await till.ask('sale.exchange', { note, sale: { ...sale, saleId: till.id() } });
    await till.terminal.idle();
    for (const part of ['note', 'sale'] as const)
      await keepDocument(keep, `${story}/${part}`, till, done[part].uuid);
  },
);

test('a document that was rejected is issued again', async () => {
  const till = await play('issued-again');
  await till.ask('practice.cause', { kind: 'refuseNext' });
  const rejected = await issue(till, { lines: [coffee], payments: [{ means: 'cash' }] });
  await keepDocument(keep, 'issued-again/rejected', till, rejected);
  const right: SaleInput = { lines: [{ ...coffee, quantity: 1 }] };
  const priced = await till.ask('sale.priceCorrection', { rejected, sale: right });
  const { uuid } = await till.ask('sale.correct', { rejected, sale: right });
  await till.terminal.idle();
  await keepDocument(keep, 'issued-again/right', till, uuid, { priced });
  const replaced = await till.ask('invoice.get', { uuid: rejected });
  keep('issued-again/replaced.json', asText(replaced));
  const again = { rejected, sale: right };
  keep('issued-again/refused.json', asText(await till.refused('sale.correct', again)));
});

test('a document with a warning, and one that waits for the authority', async () => {
  const till = await play('warned');
  await till.ask('practice.cause', { kind: 'warnNext' });
  await keepDocument(keep, 'warned/warned', till, await issue(till, { lines: [coffee] }));
  await till.ask('practice.cause', { kind: 'away' });
  till.clock.sleep(60_000);
  const { uuid } = await till.ask('sale.issue', { customer: 'business', buyer, lines: [shelf] });
  await till.terminal.idle();
  expect(await till.ask('invoice.get', { uuid })).toMatchObject({ state: 'waiting' });
  keep('warned/waiting.html', pageOf(await till.ask('receipt.print', { uuid })));
  await till.ask('practice.end', {});
  await till.ask('invoice.send', { uuid });
  await till.terminal.idle();
  keep('warned/cleared.xml', (await till.ask('invoice.xml', { uuid, which: 'cleared' })).xml);
});

test('sales of another program, together', async () => {
  const till = await play('together');
  const sale = (more: Partial<SaleInput> = {}): SaleInput => ({
    saleId: till.id(),
    lines: [coffee],
    ...more,
  });
  const first = sale({ reference: 'order 17', metadata: { table: '4' } });
  const sales = [first, first, sale({ customer: 'business', buyer }), sale({ discount: { amount: '99' } })];
  const { results } = await till.ask('sale.issueAll', { sales });
  await till.terminal.idle();
  keep('together/results.json', asText(results));
  keep('together/list.json', asText(await till.ask('invoice.list', { limit: 10 })));
});
