import { expect, test } from 'vitest';
import { wordsOfBalance } from '../../../main/app/cli/ledger/balance-words.ts';
import type { BalanceFinding } from '../../../main/books/corrections/proof/finding.ts';

const excess = { number: 5, of: ['T1-000001'], by: ['T1-000003', 'T1-000005'], excess: '50.00' };

test.each<[BalanceFinding, string]>([
  [
    { ...excess, what: 'taken-too-much', at: 'total' },
    'T1-000003, T1-000005: 50.00 more than is left was taken of T1-000001 (in total)',
  ],
  [
    { ...excess, what: 'taken-too-much', at: 'S 15.00' },
    'T1-000003, T1-000005: 50.00 more than is left was taken of T1-000001 (at S 15.00 %)',
  ],
  [
    { ...excess, what: 'rests-on-rejected', at: 'vatInSar', debits: ['T1-000002'] },
    'alarm: T1-000003, T1-000005: 50.00 more than is left was taken of T1-000001 (VAT in riyals), because T1-000002 was rejected: issue it again',
  ],
  [
    { what: 'pieces-too-many', number: 5, of: 'T1-000001', by: ['T1-000005'], line: 2, excess: '1.5' },
    'T1-000005: 1.5 more came back of line 2 of T1-000001 than was sold',
  ],
  [
    {
      what: 'unlike',
      number: 5,
      document: 'T1-000005',
      of: 'T1-000001',
      reason: 'customer must be consumer',
    },
    'T1-000005 does not fit T1-000001: customer must be consumer',
  ],
  [
    { what: 'own-as-other', number: 5, document: 'T1-000005', named: 't1-1', of: 'T1-000001' },
    'T1-000005 names T1-000001 as “t1-1”, a document of another system',
  ],
])('says of %o which documents it is about', (finding, words) => {
  expect(wordsOfBalance(finding)).toBe(words);
});
