import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { DocumentReaders } from '../../../../main/books/ledger/check/check-chain.ts';
import { openLedger } from '../../../../main/books/ledger/ledger.ts';
import { tamper } from '../../../support/tamper.ts';
import { newEntry, readers } from '../sample.ts';
import { testLedger } from '../support.ts';
import { ledgerOf } from './ledger-of.ts';

describe('the books of a long chain', () => {
  const startThread = () => new Worker(new URL('./check-worker.ts', import.meta.url));

  it('are checked by threads, up to the document that was issued last', async () => {
    const ledger = testLedger(ledgerOf(1_100));
    ledger.audit.write({ at: 0, actor: 'Sara', action: 'backup-asked' });
    const readHere: number[] = [];
    const counting: DocumentReaders = {
      startThread,
      read(xml) {
        const read = readers.read(xml);
        readHere.push(read.facts?.icv ?? 0);
        return read;
      },
    };
    const check = ledger.checkBooks(counting);
    ledger.chain.append(newEntry());
    expect(await check).toEqual({
      chain: { documents: 1_101 },
      file: [],
      audit: ledger.checkRecords(),
      shifts: { reports: 0 },
    });
    expect(readHere).toEqual([1_101]);
  });

  it('have the faults of all their parts', async () => {
    const file = ledgerOf(1_100);
    tamper(
      file,
      `UPDATE document SET previous_hash = 'x' WHERE icv = 1001`,
      `UPDATE audit SET detail = '{}' WHERE id = 7`,
    );
    expect(await testLedger(file).checkBooks({ ...readers, startThread })).toMatchObject({
      chain: { documents: 1_001, broken: { icv: 1_001, what: 'previous-hash' } },
      audit: { broken: 7 },
    });
  });

  it('are checked no further once the ledger is closed', async () => {
    const ledger = openLedger(ledgerOf(1_100), { environment: 'training' });
    const check = ledger.checkBooks({ ...readers, startThread });
    ledger.close();
    await expect(check).rejects.toThrow();
  });
});
