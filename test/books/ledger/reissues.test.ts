import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../main/books/ledger/documents/entry.ts';
import { type Ledger, openLedger } from '../../../main/books/ledger/ledger.ts';
import { rejected, reported } from '../../support/run/outcomes.ts';
import { day, newEntry, start } from './sample.ts';
import { failing, testFolder, testLedger } from './support.ts';

/** Settles a document with the authority's answer and returns it. */
function answered(ledger: Ledger, state: 'accepted' | 'rejected', entry: LedgerEntry): LedgerEntry {
  const claimed = ledger.queue.claim(entry.uuid, start + day, day);
  if (claimed === undefined) throw new Error('it was not waiting');
  ledger.queue.settle(claimed, state === 'accepted' ? reported : rejected, { state }, start + day);
  return entry;
}

describe('issuing a rejected document anew', () => {
  it('links both, whichever is asked, and leaves the rejected one in its place', async () => {
    const ledger = testLedger();
    const old = answered(ledger, 'rejected', ledger.chain.append(newEntry()).entry);
    expect(ledger.documents.uncorrected()).toBe(1);
    const { entry: next } = ledger.chain.append(newEntry({ replaces: old.uuid }));
    expect(ledger.documents.replacedBy(old.uuid)?.uuid).toBe(next.uuid);
    expect(ledger.documents.uncorrected()).toBe(0);
    expect(ledger.documents.replaces(next.uuid)?.uuid).toBe(old.uuid);
    expect(ledger.documents.replaces(old.uuid)).toBeUndefined();
    expect(ledger.documents.replacedBy(next.uuid)).toBeUndefined();
    expect(ledger.documents.get(old.uuid)).toMatchObject({ icv: 1, submission: { state: 'rejected' } });
    expect(next.icv).toBe(2);
  });

  it('may go on with what was rejected again', () => {
    const ledger = testLedger();
    let last = answered(ledger, 'rejected', ledger.chain.append(newEntry({ saleId: 'first' })).entry);
    expect(ledger.documents.origin(last.uuid)).toEqual({});
    for (let i = 0; i < 3; i++)
      last = answered(ledger, 'rejected', ledger.chain.append(newEntry({ replaces: last.uuid })).entry);
    expect(ledger.documents.replaces(last.uuid)?.icv).toBe(3);
    expect(ledger.documents.origin(last.uuid)).toEqual({ replaces: 'T1-000003', firstSaleId: 'first' });
  });

  it('is done once, says as what, and uses no number when refused', () => {
    const ledger = testLedger();
    const old = answered(ledger, 'rejected', ledger.chain.append(newEntry()).entry);
    ledger.chain.append(newEntry({ replaces: old.uuid }));
    expect(() => ledger.chain.append(newEntry({ replaces: old.uuid }))).toThrow(
      expect.objectContaining({ failure: { code: 'already-reissued', detail: { number: 'T1-000002' } } }),
    );
    expect(ledger.chain.head()?.icv).toBe(2);
  });

  it('answers a sale that is asked again with the document made then', () => {
    const ledger = testLedger();
    const old = answered(ledger, 'rejected', ledger.chain.append(newEntry()).entry);
    const entry = newEntry({ replaces: old.uuid, saleId: 'again' });
    const first = ledger.chain.append(entry);
    expect(ledger.chain.append(entry)).toMatchObject({ existed: true, entry: { uuid: first.entry.uuid } });
  });

  it('has a sale id of its own: neither the rejected one’s nor that of another correction is answered with those', () => {
    const ledger = testLedger();
    const reject = (saleId: string) =>
      answered(ledger, 'rejected', ledger.chain.append(newEntry({ saleId })).entry);
    const [first, second] = [reject('first'), reject('second')];
    ledger.chain.append(newEntry({ replaces: first.uuid, saleId: 'correction' }));
    for (const saleId of ['second', 'first', 'correction'])
      expect(() => ledger.chain.append(newEntry({ replaces: second.uuid, saleId }))).toThrow(
        failing('sale-differs'),
      );
    expect(ledger.chain.head()?.icv).toBe(3);
  });

  it('is for rejected documents alone', () => {
    const ledger = testLedger();
    const waiting = ledger.chain.append(newEntry()).entry;
    const accepted = answered(ledger, 'accepted', ledger.chain.append(newEntry()).entry);
    for (const { uuid } of [waiting, accepted])
      expect(() => ledger.chain.append(newEntry({ replaces: uuid }))).toThrow(failing('not-rejected'));
    expect(() => ledger.chain.append(newEntry({ replaces: 'nothing' }))).toThrow(failing('not-found'));
    expect(ledger.chain.head()?.icv).toBe(2);
  });

  it.each([
    ['a document that was not rejected', 'INSERT INTO reissue VALUES (4, 3, NULL)'],
    ['what was replaced before', 'INSERT INTO reissue VALUES (3, 1, NULL)'],
    [
      'a document by one that is said to stand for it and is not accepted',
      'INSERT INTO reissue VALUES (3, 2, 1)',
    ],
    ['a later one', 'INSERT INTO reissue VALUES (1, 2, NULL)'],
    ['a link by writing over it', 'INSERT OR REPLACE INTO reissue VALUES (2, 1, NULL)'],
    ['a link', 'UPDATE reissue SET icv = 3'],
    ['nothing, by deleting', 'DELETE FROM reissue'],
  ])('the file itself refuses to replace %s', (_, sql) => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = openLedger(file, { environment: 'training' });
    const old = answered(ledger, 'rejected', ledger.chain.append(newEntry()).entry);
    answered(ledger, 'rejected', ledger.chain.append(newEntry({ replaces: old.uuid })).entry);
    for (let i = 0; i < 2; i++) ledger.chain.append(newEntry());
    ledger.close();
    const raw = new BetterSqlite3(file);
    expect(() => raw.exec(sql)).toThrow(expect.objectContaining({ code: 'SQLITE_CONSTRAINT_TRIGGER' }));
    raw.close();
  });
});
