import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { openLedger } from '../../../../main/books/ledger/ledger.ts';
import { byCashier } from '../../../support/run/callers.ts';
import { newEntry } from '../sample.ts';
import { failing, testFolder } from '../support.ts';

it('a ledger that a newer program migrated meanwhile takes nothing from this one', () => {
  const file = join(testFolder(), 'ledger.db');
  const ledger = openLedger(file, { environment: 'training' });
  onTestFinished(() => ledger.close());
  ledger.chain.append(newEntry());
  ledger.refuseNewer();
  const newer = new BetterSqlite3(file);
  newer.pragma(`user_version = ${(newer.pragma('user_version', { simple: true }) as number) + 1}`);
  newer.close();
  const refused = failing('ledger-newer');
  expect(() => ledger.refuseNewer()).toThrow(refused);
  expect(() => ledger.chain.append(newEntry())).toThrow(refused);
  expect(() => ledger.chain.exclusively(() => 1)).toThrow(refused);
  // This program must not add documents to accounts in a schema that it does not know, either.
  expect(() => ledger.accounts.learn()).toThrow(refused);
  expect(() => ledger.accounts.recount()).toThrow(refused);
  expect(() => ledger.buyers.learn(9)).toThrow(refused);
  expect(() => ledger.takings.learn(9, () => [])).toThrow(refused);
  expect(() => ledger.takings.recount(() => [])).toThrow(refused);
  const correction = { now: 1, actor: 'Mona', reason: 'The clock was ahead' };
  expect(() => ledger.times.correct(correction)).toThrow(refused);
  const question = { id: 'a', sale: 'b', terminal: 'pad', amount: 1, currency: 'SAR', at: 1 };
  expect(() => ledger.cards.ask(question, byCashier)).toThrow(refused);
  expect([ledger.chain.head()?.icv, ledger.cards.open()]).toEqual([1, []]);
});
