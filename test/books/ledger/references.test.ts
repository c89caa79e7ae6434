import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { newEntry } from './sample.ts';
import { testFolder } from './support.ts';

describe('notes and what they correct', () => {
  it('are found from the number of the document, whoever issued it', () => {
    const ledger = openLedger(join(testFolder(), 'ledger.db'), { environment: 'training' });
    const { entry: original } = ledger.chain.append(newEntry());
    const { entry: note } = ledger.chain.append(newEntry({ corrects: [original.number, 'OLD-7', 'OLD-7'] }));
    ledger.chain.append(newEntry());
    expect(ledger.documents.correctionsOf(original.number).map(({ uuid }) => uuid)).toEqual([note.uuid]);
    expect(ledger.documents.correctionsOf('OLD-7').map(({ uuid }) => uuid)).toEqual([note.uuid]);
    expect(ledger.documents.correctionsOf(note.number)).toEqual([]);
    expect(ledger.documents.getByNumber(original.number)?.uuid).toBe(original.uuid);
    expect(ledger.documents.getByNumber('nothing')).toBeUndefined();
    ledger.close();
  });

  it('and final invoices from the advances they deduct', () => {
    const ledger = openLedger(join(testFolder(), 'ledger.db'), { environment: 'training' });
    ledger.chain.append(newEntry({ deducts: ['A-1', 'A-2', 'A-1'] }));
    ledger.chain.append(newEntry());
    ledger.chain.append(newEntry({ deducts: ['A-2'] }));
    const numbers = (of: string) => ledger.documents.deductionsOf(of).map(({ number }) => number);
    expect(numbers('A-1')).toEqual(['T1-000001']);
    expect(numbers('A-2')).toEqual(['T1-000001', 'T1-000003']);
    expect(numbers('T1-000001')).toEqual([]);
    expect(ledger.documents.numberAt(3)).toBe('T1-000003');
    ledger.close();
  });

  it('a document is found by the hash and the time in its QR, also among many of one second', () => {
    const ledger = openLedger(join(testFolder(), 'ledger.db'), { environment: 'training' });
    const entries = Array.from({ length: 40 }, () => ledger.chain.append(newEntry()).entry);
    for (const { hash, issuedAt, uuid } of entries) {
      expect(ledger.documents.getByHash(hash, issuedAt)?.uuid).toBe(uuid);
      expect(ledger.documents.getByHash(hash, issuedAt - 3_600_000)).toBeUndefined();
      expect(ledger.documents.getByHash(`${hash}x`, issuedAt)).toBeUndefined();
    }
    ledger.close();
  });
});
