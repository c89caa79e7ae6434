import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../main/books/ledger/database/database.ts';
import { migrations } from '../../../main/books/ledger/database/migrations/index.ts';
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

  it('are found in ledgers written before they were noted', () => {
    const file = join(testFolder(), 'ledger.db');
    const old = openDatabase(file, migrations.slice(0, 3));
    old.exec(`INSERT INTO ledger (one, id, environment) VALUES (1, 'a', 'training')`);
    old
      .prepare(
        `INSERT INTO document SELECT 1, 0, 'h', previous, 'u', 'T1-1', NULL, 'd', 'creditNote', 'consumer', 'reporting',
           'SAR', 1, 1, 0, 0, NULL, 'q', ?, x'00' FROM (SELECT ? AS previous)`,
      )
      .run(
        JSON.stringify({ corrects: [{ number: 'OLD-1' }, { number: 'OLD-2' }] }),
        'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==',
      );
    old.exec(`INSERT INTO submission VALUES (1, 'accepted', 'reporting', 0, NULL, 1, 0, NULL, NULL, 0)`);
    old.close();
    const ledger = openLedger(file, { environment: 'training' });
    expect(ledger.documents.correctionsOf('OLD-2').map(({ number }) => number)).toEqual(['T1-1']);
    ledger.close();
  });

  it('and final invoices from the advances they deduct, also in ledgers written before those were noted', () => {
    const file = join(testFolder(), 'ledger.db');
    const old = openDatabase(file, migrations.slice(0, 10));
    old.exec(`INSERT INTO ledger (one, id, environment) VALUES (1, 'a', 'training')`);
    const insert = old.prepare(
      `INSERT INTO document SELECT @icv, 0, 'h' || @icv, coalesce((SELECT hash FROM document ORDER BY icv DESC LIMIT 1),
         'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ=='),
         'u' || @icv, @number, NULL, 'd', 'invoice', 'consumer', 'reporting', 'SAR', 1, 1, 0, 0, NULL, 'q', @sale,
         x'00'`,
    );
    const sales = [
      { prepayments: [{ number: 'A-1' }, { number: 'A-2' }, { number: 'A-1' }] },
      { lines: [{ name: 'no "prepayments" at all' }] },
      { prepayments: [{ number: 'A-2' }] },
    ];
    for (const [index, sale] of sales.entries()) {
      insert.run({ icv: index + 1, number: `T1-${index + 1}`, sale: JSON.stringify(sale) });
      old
        .prepare(
          `INSERT INTO submission (icv, state, mode, due_at, attempts, warnings) VALUES (?, 'accepted', 'reporting', 0, 1, 0)`,
        )
        .run(index + 1);
    }
    old.close();
    const ledger = openLedger(file, { environment: 'training' });
    ledger.chain.append(newEntry({ deducts: ['A-2', 'A-2'] }));
    const numbers = (of: string) => ledger.documents.deductionsOf(of).map(({ number }) => number);
    expect(numbers('A-1')).toEqual(['T1-1']);
    expect(numbers('A-2')).toEqual(['T1-1', 'T1-3', 'T1-000004']);
    expect(numbers('T1-1')).toEqual([]);
    expect(ledger.documents.numberAt(3)).toBe('T1-3');
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
