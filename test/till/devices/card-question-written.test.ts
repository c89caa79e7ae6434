import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { byCashier } from '../../support/run/callers.ts';
import { openCardTill, question } from './card-till.ts';

test('no other process writes between the check of what is paid and the question', async () => {
  const { folder, ledger, questions } = await openCardTill();
  const other = new Sqlite(join(folder, 'ledger.db'), { timeout: 0 });
  const request = question();
  const payment = await questions.ask(() => {
    expect(() => other.exec('BEGIN IMMEDIATE')).toThrow(/locked/);
    return request;
  }, byCashier);
  other.close();
  expect(payment).toMatchObject({ id: request.id, state: 'approved' });
  expect(ledger.cards.get(request.id)?.state).toBe('approved');
});

test('a question that is refused leaves nothing behind', async () => {
  const { ledger, questions } = await openCardTill();
  const asking = questions.ask(() => {
    throw new Error('it can be issued no more');
  }, byCashier);
  await expect(asking).rejects.toThrow('issued no more');
  expect(ledger.cards.open()).toEqual([]);
});
