import path from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../main/books/ledger/database/database.ts';
import { migrations } from '../../../../main/books/ledger/database/schema/index.ts';
import type { Payment } from '../../../../main/books/ledger/documents/document-facts.ts';
import type { LedgerEntry } from '../../../../main/books/ledger/documents/entry.ts';
import { openLedger } from '../../../../main/books/ledger/ledger.ts';
import { createBlockSums, type SumsOf } from '../../../../main/books/ledger/search/block-sums.ts';
import { rejected } from '../../../support/run/outcomes.ts';
import { day, newEntry, start } from '../sample.ts';
import { testFolder } from '../support.ts';

/** Returns cash, a card, both, both without amounts, or nothing. */
const paymentsOf = (index: number, payable: number): Payment[] =>
  [
    [{ means: 'cash', amount: payable }],
    [{ means: 'card', amount: payable }],
    [
      { means: 'cash', amount: 60 },
      { means: 'card', amount: payable - 60 },
    ],
    [{ means: 'cash' }, { means: 'card' }],
    [],
  ][index % 5] ?? [];
const filters: readonly SumsOf[] = [
  ...[{}, { by: 'Mona' }, { by: 'Sami' }, { means: 'cash' }],
  ...[
    { means: 'card', by: 'Mona' },
    { means: 'voucher', by: 'Sami' },
  ],
];

it('sums of blocks are those of their documents, whatever the range, the person and the means', () => {
  const file = path.join(testFolder(), 'ledger.db');
  const ledger = openLedger(file, { environment: 'training' });
  const made: { entry: LedgerEntry; actor: string; replaced?: LedgerEntry }[] = [];
  const issue = (actor: string, more: Parameters<typeof newEntry>[0] = {}, replaced?: LedgerEntry) => {
    const by = { kind: 'person' as const, name: actor, role: 'cashier' as const };
    const payable = more.payable ?? 0;
    const payments = paymentsOf(made.length, payable);
    const { entry } = ledger.chain.append(newEntry({ by, ...more, payments }));
    made.push({ entry, actor, ...(replaced && { replaced }) });
    return entry;
  };
  for (let index = 0; index < 40; index += 1) {
    const kind = index % 7 === 0 ? 'creditNote' : 'invoice';
    const currency = index % 9 === 0 ? 'USD' : 'SAR';
    issue(index % 3 === 0 ? 'Sami' : 'Mona', { kind, currency, payable: 100 + index });
    if (index !== 12 && index !== 25) continue;
    const refused = issue('Mona', { payable: 777 });
    const claimed = ledger.queue.claim(refused.uuid, start + 9 * day, day);
    if (claimed === undefined) throw new Error('it was not waiting');
    ledger.queue.settle(claimed, rejected, { state: 'rejected' }, start + 9 * day);
    issue(index === 12 ? 'Mona' : 'Sami', { payable: 778, replaces: refused.uuid }, refused);
  }

  /**
   * Returns the part that a means of payment paid, which is 0 if it is unknown and undefined if the means was not used.
   */
  const partOf = ({ icv, payable }: LedgerEntry, means: string) => {
    const paid = paymentsOf(icv - 1, payable);
    if (!paid.some((one) => one.means === means)) return undefined;
    const isKnown = paid.every(({ amount }) => amount !== undefined);
    return isKnown ? sum(paid.filter((one) => one.means === means).map(({ amount = 0 }) => amount)) : 0;
  };
  const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
  function expected(first: number, last: number, { by, means }: SumsOf) {
    const found = made
      .slice(first - 1, last)
      .filter(({ actor }) => by === undefined || actor === by)
      .filter(({ entry }) => means === undefined || partOf(entry, means) !== undefined);
    const amountOf = (one: LedgerEntry) => (means === undefined ? one.payable : (partOf(one, means) ?? 0));
    const signed = (one: LedgerEntry) => (one.kind === 'creditNote' ? -amountOf(one) : amountOf(one));
    // As in the takings, a replacement counts where it was issued, even if another person issued it.
    const taken = made
      .slice(first - 1, last)
      .filter(({ actor }) => by === undefined || actor === by)
      .flatMap(({ replaced }) => replaced ?? [])
      .filter((one) => means === undefined || partOf(one, means) !== undefined);
    return ['SAR', 'USD'].flatMap((currency) => {
      const inCurrency = found.map(({ entry }) => entry).filter((one) => one.currency === currency);
      const off = taken.filter((one) => one.currency === currency);
      const back = inCurrency.filter(({ kind }) => kind === 'creditNote').map(amountOf);
      const total = sum(inCurrency.map(signed)) - sum(off.map(signed));
      return inCurrency.length + off.length === 0
        ? []
        : [{ currency, count: inCurrency.length - off.length, total, returned: sum(back) }];
    });
  }

  const database = openDatabase(file, migrations);
  const blocks = createBlockSums(database, 5);
  for (const round of ['none', 'some', 'all']) {
    if (round === 'some') expect(blocks.learn(3)).toBe(3);
    if (round === 'all') expect([blocks.learn(100), blocks.learn(100)]).toEqual([5, 0]);
    for (let first = 1; first <= made.length; first += 3)
      for (let last = first; last <= made.length; last += 2)
        for (const of of filters)
          expect(
            blocks.sums({ first, last }, of),
            `${round}: ${first} to ${last}, ${JSON.stringify(of)}`,
          ).toEqual(expected(first, last, of));
  }
  database.close();
  ledger.close();
});
