import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { cardCommands } from '../../main/commands/card.ts';
import { createReceiptProofs } from '../../main/commands/receipt-proofs.ts';
import type { OpenEnvironment } from '../../main/environment/environment.ts';
import { parseOrFail } from '../../shared/failure.ts';
import { saleSchema } from '../../shared/sale.ts';
import { testLedger } from '../ledger/support.ts';
import { makeShop } from '../references/shop.ts';
import { byCashier, cashier } from '../support/callers.ts';
import { coffeeByCard, noteByCard } from './card-sales.ts';
import { openCardTill, question } from './card-till.ts';

test('a refund of an earlier version, whose invoice was issued anew since, leads to a note that can be issued', async () => {
  const ledger = testLedger();
  const shop = makeShop(ledger);
  const sold = shop.issue(coffeeByCard(randomUUID()));
  shop.reject(sold);
  const note = parseOrFail(saleSchema, {
    ...noteByCard(shop, sold.uuid, randomUUID()),
    receiptShown: 'number',
  });
  const { saleId = '', corrects = [] } = note;
  const asked = { id: randomUUID(), sale: saleId, amount: 11_500, currency: 'SAR', terminal: 'pad', at: 1 };
  ledger.cards.ask(
    { ...asked, note: saleId, corrects: corrects.map(({ number }) => number), returned: note },
    byCashier,
  );
  ledger.cards.answer(asked.id, { state: 'approved', taken: 11_500 }, 2);
  // Twice: the replacement was rejected as well.
  const replaced = shop.issue(coffeeByCard(randomUUID()), sold.uuid);
  shop.reject(replaced);
  const latest = shop.issue(coffeeByCard(randomUUID()), replaced.uuid);

  const environment = { ledger } as unknown as OpenEnvironment;
  const commands = cardCommands(environment, {
    issuing: { rehearse: () => ({ documents: [], agreed: [] }) },
    clock: shop.clock,
  });
  const { returns } = await commands['card.returns']({}, cashier);
  expect(returns).toMatchObject([
    { uuid: latest.uuid, number: latest.number, note: { corrects: [{ number: latest.number }] } },
  ]);
  const [open] = returns;
  if (open === undefined) throw new Error('nothing is open');
  // The receipt that was shown for the rejected one was this one's.
  const proofs = createReceiptProofs(ledger);
  expect(proofs.checked(open.note, cashier).receiptShown).toBe('number');
  expect(shop.issue(open.note).payable).toBe(11_500);
  expect(ledger.cards.openReturns()).toEqual([]);
});

test('no other process writes between the check of what is paid and the question', async () => {
  const { folder, ledger, questions } = await openCardTill();
  const other = new Sqlite(join(folder, 'ledger.db'), { timeout: 0 });
  const asked = question();
  const payment = await questions.ask(() => {
    expect(() => other.exec('BEGIN IMMEDIATE')).toThrow(/locked/);
    return asked;
  }, byCashier);
  other.close();
  expect(payment).toMatchObject({ id: asked.id, state: 'approved' });
  expect(ledger.cards.get(asked.id)?.state).toBe('approved');
});

test('a question that is refused leaves nothing behind', async () => {
  const { ledger, questions } = await openCardTill();
  const asking = questions.ask(() => {
    throw new Error('it can be issued no more');
  }, byCashier);
  await expect(asking).rejects.toThrow('issued no more');
  expect(ledger.cards.open()).toEqual([]);
});
