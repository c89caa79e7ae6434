import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkRanges, type PartThread } from '../../../../main/books/ledger/check/check-books.ts';
import { checkChain } from '../../../../main/books/ledger/check/check-chain.ts';
import { checkPart } from '../../../../main/books/ledger/check/check-part.ts';
import { openArchive } from '../../../../main/books/ledger/ledger.ts';
import { tamper } from '../../../support/tamper.ts';
import { readers } from '../sample.ts';
import { testFolder } from '../support.ts';
import { ledgerOf } from './ledger-of.ts';

const documents = 40;

const icv = fc.integer({ min: 1, max: documents });
/** Generates faults of one or several rows, which leave the others readable for SQLite. */
const damage = fc.oneof(
  icv.map((at) => `DELETE FROM document WHERE icv = ${at}`),
  icv.map((at) => `DELETE FROM document WHERE icv >= ${at}`),
  icv.map(
    (at) =>
      `UPDATE body SET xml = (SELECT xml FROM body WHERE icv = ${at % 7}) WHERE icv = ${at} AND ${at % 7} > 0`,
  ),
  icv.map((at) => `UPDATE body SET xml = x'00' WHERE icv = ${at}`),
  icv.map((at) => `UPDATE document SET hash = 'x' WHERE icv = ${at}`),
  icv.map((at) => `UPDATE document SET previous_hash = 'x' WHERE icv = ${at}`),
  icv.map((at) => `UPDATE document SET uuid = 'x' || icv WHERE icv = ${at}`),
  icv.map((at) => `UPDATE document SET icv = ${at + 1_000} WHERE icv = ${at}`),
);

it('a chain checked in ranges has the first fault and the count that a check from first to last has', async () => {
  const whole = ledgerOf(documents);
  const file = join(testFolder(), 'damaged.db');
  await fc.assert(
    fc.asyncProperty(
      fc.array(damage, { maxLength: 3 }),
      fc.integer({ min: 1, max: documents }),
      fc.integer({ min: 1, max: 4 }),
      async (damages, inRange, count) => {
        copyFileSync(whole, file);
        tamper(file, ...damages);
        const archive = openArchive(file);
        if (archive === undefined) throw new Error('no archive');
        try {
          const thread: PartThread = { ask: (task) => checkPart(task, readers) };
          const threads = Array.from({ length: count }, () => thread);
          const { inOrder } = archive.documents;
          const { head, hashAt } = archive.chain;
          expect(await checkRanges({ file, inOrder, head, hashAt }, readers, threads, inRange)).toEqual(
            await checkChain(inOrder(), readers),
          );
        } finally {
          archive.close();
        }
      },
    ),
    { numRuns: 150 },
  );
});
