import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { ledgerIn, ledgerInMemory } from '../../../support/new-ledger.ts';
import { documentFor, hashOf, newEntry, readers } from '../sample.ts';
import { testFolder } from '../support.ts';

/** Checks a ledger of 30 documents after somebody with full access to the file has tampered with it. */
async function checkAfter(...tampering: string[]) {
  const file = join(testFolder(), 'ledger.db');
  const ledger = ledgerIn(file);
  for (let i = 0; i < 30; i++) ledger.chain.append(newEntry());
  ledger.close();
  const raw = new BetterSqlite3(file);
  raw.pragma('foreign_keys = OFF');
  raw.exec('DROP TRIGGER document_is_fixed; DROP TRIGGER document_stays; DROP TRIGGER document_is_next');
  for (const sql of tampering) raw.exec(sql);
  raw.close();
  const again = ledgerIn(file);
  const check = await again.checkChain(readers);
  again.close();
  return check;
}

const broken = (icv: number, what: string) => ({
  icv,
  number: `T1-${String(icv).padStart(6, '0')}`,
  what,
});

describe('checking the chain', () => {
  it('finds nothing wrong with a ledger that was left alone', async () => {
    expect(await checkAfter()).toEqual({ documents: 30 });
  });

  it('finds nothing wrong with an empty ledger', async () => {
    const ledger = ledgerInMemory();
    expect(await ledger.checkChain(readers)).toEqual({ documents: 0 });
  });

  it.each([
    [
      'altered bytes',
      `UPDATE document SET xml = CAST(xml || ' ' AS BLOB) WHERE icv = 17`,
      broken(17, 'hash'),
    ],
    ['bytes and hash altered together', `UPDATE document SET hash = 'x' WHERE icv = 17`, broken(17, 'hash')],
    [
      'another previous hash',
      `UPDATE document SET previous_hash = 'x' WHERE icv = 17`,
      broken(17, 'previous-hash'),
    ],
    ['a document taken out', 'DELETE FROM document WHERE icv = 17', broken(18, 'gap')],
    ['the first document taken out', 'DELETE FROM document WHERE icv = 1', broken(2, 'gap')],
    ['another UUID on the row', `UPDATE document SET uuid = 'x' WHERE icv = 17`, broken(17, 'facts')],
    [
      'another number on the row',
      `UPDATE document SET number = 'x' WHERE icv = 17`,
      { icv: 17, number: 'x', what: 'facts' },
    ],
  ])('names the first broken link after %s', async (_, sql, expected) => {
    const later = `UPDATE document SET xml = x'00' WHERE icv = 29`;
    expect((await checkAfter(sql, later)).broken).toEqual(expected);
  });

  it('names a document whose bytes were replaced by another valid one', async () => {
    const swap =
      'UPDATE document SET (xml, hash) = (SELECT xml, hash FROM document WHERE icv = 5) WHERE icv = 30';
    expect((await checkAfter(swap)).broken).toEqual(broken(30, 'facts'));
  });

  it('names a document that cannot be read', async () => {
    const ledger = ledgerInMemory();
    const xml = Buffer.from('no document');
    ledger.chain.append(newEntry({ documentFor: (link) => documentFor(link, { xml, hash: hashOf(xml) }) }));
    expect((await ledger.checkChain(readers)).broken).toEqual(broken(1, 'unreadable'));
  });

  it('lets other work run in between', async () => {
    const ledger = ledgerInMemory();
    for (let i = 0; i < 100; i++) ledger.chain.append(newEntry());
    let done = false;
    const check = ledger.checkChain(readers).then(() => {
      done = true;
    });
    await new Promise(setImmediate);
    expect(done).toBe(false);
    ledger.chain.append(newEntry());
    await check;
  });
});
