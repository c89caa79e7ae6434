import { describe, expect, it } from 'vitest';
import { checkRanges, type PartThread } from '../../../../main/books/ledger/check/check-books.ts';
import { checkPart } from '../../../../main/books/ledger/check/check-part.ts';
import { tamper } from '../../../support/tamper.ts';
import { readers } from '../sample.ts';
import { testLedger } from '../support.ts';
import { ledgerOf } from './ledger-of.ts';

const documents = 40;

describe('a chain checked in ranges', () => {
  it('says what kept a part from being checked, if nothing before it is broken', async () => {
    const file = ledgerOf(documents);
    tamper(file, 'DELETE FROM document WHERE icv = 12');
    const ledger = testLedger(file);
    const { inOrder } = ledger.documents;
    const { head, hashAt } = ledger.chain;
    const failingFrom = (first: number): PartThread => ({
      ask: async (task) => {
        if (task.kind === 'range' && task.first >= first) throw new Error('unreadable page');
        return checkPart(task, readers);
      },
    });
    const check = (first: number) =>
      checkRanges({ file, inOrder, head, hashAt }, readers, [failingFrom(first)], 10);
    await expect(check(11)).rejects.toThrow('unreadable page');
    expect(await check(21)).toMatchObject({ documents: 12, broken: { icv: 13, what: 'gap' } });
  });
});
