import { describe, test } from 'vitest';
import { cashier } from '../support/run/callers.ts';
import { corpusOf } from './keep.ts';
import { asText, play } from './play.ts';
import { keepDocument } from './till-papers.ts';
import { pricedSales, saleStories } from './till-sales.ts';

/* The documents of every kind, each with its XML, QR code and receipt and with the authority's answer. */

const keep = corpusOf('till-sales');

describe('sales', () => {
  test.each(Object.entries(saleStories))('%s', async (story, sales) => {
    const till = await play(story);
    for (const [index, sale] of sales.entries()) {
      const priced = await till.ask('sale.price', sale);
      const { uuid } = await till.ask('sale.issue', sale);
      await till.terminal.idle();
      await keepDocument(keep, `${story}/${index + 1}`, till, uuid, { priced });
      till.clock.sleep(60_000);
    }
  });
});

test('prices and refusals', async () => {
  const till = await play('prices');
  const answers: Record<string, unknown> = {};
  for (const [name, sale] of Object.entries(pricedSales))
    answers[name] = await till.terminal.call('sale.price', sale, cashier);
  keep('prices/answers.json', asText(answers, 'revision'));
});
