import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../../main/books/ledger/ledger.ts';
import { day, documentFor, newEntry, start } from './sample.ts';
import { testFolder, testLedger } from './support.ts';

/** Issues a document at this time. */
function issueAt(ledger: Ledger, issuedAt: number): void {
  ledger.chain.append(
    newEntry({ documentFor: (link) => documentFor(link, { issuedAt, dueAt: issuedAt + day }) }),
  );
}
const correction = (now: number) => ({ now, actor: 'Huda', reason: 'the year was wrong' });

describe('times that were wrong', () => {
  it('leave the documents as they are, in an order by which days are found', () => {
    const ledger = testLedger();
    for (const time of [0, 1, 400, 401]) issueAt(ledger, start + time * day);
    expect(ledger.times.correct(correction(start + 2 * day))).toBe(2);
    issueAt(ledger, start + 3 * day);
    expect([0, 1, 2, 3, 4].map((time) => ledger.documents.counterAt(start + time * day))).toEqual([
      1, 2, 4, 5, 6,
    ]);
    expect([...ledger.documents.inOrder()].map(({ issuedAt }) => (issuedAt - start) / day)).toEqual([
      0, 1, 400, 401, 3,
    ]);
    const lines = ledger.audit.list({ limit: 10 }).filter(({ action }) => action !== 'document-issued');
    expect(lines).toMatchObject([
      { actor: 'Huda', action: 'time-corrected', detail: { from: 'T1-000003', to: 'T1-000004' } },
    ]);
  });

  it('move deadlines with them, and make what waits due', () => {
    const ledger = testLedger();
    issueAt(ledger, start + 400 * day);
    expect(ledger.queue.claimDue(start, 9, 1000)).toEqual([]);
    ledger.times.correct(correction(start));
    expect(ledger.search.counts().nearestDeadline).toBe(start + day);
    expect(ledger.queue.claimDue(start, 9, 1000)).toMatchObject([
      { icv: 1, dueAt: start + day, issuedAt: start },
    ]);
  });

  it('are found whatever was issued when, and never lie after the moment they were said to be wrong', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 5 * day }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        gaps,
        fc.array(fc.integer({ min: 0, max: 40 * day }), { maxLength: 3 }),
        (passed, backs) => {
          const ledger = testLedger();
          let time = start;
          for (const gap of passed) {
            time += Math.floor(gap / 1000) * 1000;
            issueAt(ledger, time);
          }
          for (const back of backs) {
            const now = Math.max(start, (ledger.times.newest() ?? start) - back);
            ledger.times.correct(correction(now));
            expect(ledger.times.newest()).toBeLessThanOrEqual(now);
            issueAt(ledger, Math.floor(now / 1000) * 1000 + 1000);
          }
          for (const { icv, hash, issuedAt, uuid } of ledger.documents.inOrder()) {
            expect(ledger.documents.getByHash(hash, issuedAt)).toMatchObject({ icv, uuid });
            expect(ledger.documents.counterAt(issuedAt + 500 * day)).toBeGreaterThanOrEqual(1);
          }
          ledger.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('are only taken back, whoever writes to the file', () => {
    const file = path.join(testFolder(), 'ledger.db');
    const ledger = testLedger(file);
    issueAt(ledger, start + 400 * day);
    ledger.times.correct(correction(start));
    const other = new BetterSqlite3(file);
    const write = (sql: string) => () => other.exec(sql);
    const later = start + 300 * day;
    expect(write(`UPDATE wrong_time SET meant_at = ${later}`)).toThrow('only taken back');
    expect(write(`INSERT OR REPLACE INTO wrong_time VALUES (1, ${later})`)).toThrow('only taken back');
    expect(write('DELETE FROM wrong_time')).toThrow('never deleted');
    expect(write(`UPDATE document SET issued_at = ${start}`)).toThrow('never changed');
    issueAt(ledger, start + day);
    expect(write('UPDATE submission SET due_at = 0 WHERE icv = 2')).toThrow('deadline');
    other.close();
  });
});
