import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ledgerIn, ledgerInMemory } from '../../../support/new-ledger.ts';
import { changeBody, readBody } from '../../../support/read-bodies.ts';
import { type Tampering, tamper } from '../../../support/tamper.ts';
import { documentFor, hashOf, newEntry, readers } from '../sample.ts';
import { testFolder } from '../support.ts';

/** Checks a ledger of 30 documents after somebody with full access to the file has tampered with it. */
async function checkAfter(...tampering: Tampering[]) {
  const file = join(testFolder(), 'ledger.db');
  const ledger = ledgerIn(file);
  for (let i = 0; i < 30; i++) ledger.chain.append(newEntry());
  ledger.close();
  tamper(file, ...tampering);
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

  it.each<[string, Tampering, object]>([
    ['altered bytes', (raw) => changeBody(raw, 17, (text) => `${text} `), broken(17, 'hash')],
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
    const later = `UPDATE body SET xml = x'00' WHERE icv = 29`;
    expect((await checkAfter(sql, later)).broken).toEqual(expected);
  });

  it('names a document whose bytes were replaced by another valid one', async () => {
    const swap: Tampering = (raw) => {
      changeBody(raw, 30, () => readBody(raw, 5).xml.toString());
      raw.exec('UPDATE document SET hash = (SELECT hash FROM document WHERE icv = 5) WHERE icv = 30');
    };
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
