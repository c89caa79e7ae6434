import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { firstPreviousHash } from '../../../../main/books/ledger/database/first-previous-hash.ts';
import { toInvoiceRow } from '../../../../main/books/ledger/documents/entry.ts';
import { saleDigest } from '../../../../main/books/ledger/documents/sale-digest.ts';
import { openLedger } from '../../../../main/books/ledger/ledger.ts';
import { invoiceRowSchema } from '../../../../shared/contract/till/invoices.ts';
import { FailureError } from '../../../../shared/failure.ts';
import { saleSchema } from '../../../../shared/sale/sale.ts';
import { day, documentFor, newEntry, start } from '../sample.ts';
import { failing, testFolder, testLedger } from '../support.ts';

describe('appending', () => {
  it('links each document to the one before it', () => {
    const ledger = testLedger();
    expect(ledger.chain.head()).toBeUndefined();
    const first = ledger.chain.append(newEntry()).entry;
    const second = ledger.chain.append(newEntry()).entry;
    expect(first).toMatchObject({ icv: 1, previousHash: firstPreviousHash });
    expect(second).toMatchObject({ icv: 2, previousHash: first.hash });
    expect(ledger.chain.head()).toEqual({
      icv: 2,
      uuid: second.uuid,
      number: second.number,
      hash: second.hash,
      issuedAt: second.issuedAt,
    });
  });

  it('tells when the document before it was issued', () => {
    const ledger = testLedger();
    const told: unknown[] = [];
    for (let i = 0; i < 2; i++)
      ledger.chain.append(
        newEntry({
          documentFor: (link) => {
            told.push(link.previousIssuedAt);
            return documentFor(link);
          },
        }),
      );
    expect(told).toEqual([undefined, start + 1000]);
  });

  it('gives back what was stored, byte for byte', () => {
    const ledger = testLedger();
    const saleId = randomUUID();
    const xml = Buffer.from([0, 255, 13, 10, 0xd9, 0x82]);
    const { qr: _, ...entry } = ledger.chain.append(
      newEntry({
        saleId,
        buyerName: 'شركة',
        rounding: -1,
        documentFor: (link) => documentFor(link, { xml }),
      }),
    ).entry;
    expect(ledger.documents.issuedXml(entry.uuid)).toEqual(xml);
    expect(ledger.documents.get(entry.uuid)).toEqual(entry);
    expect(ledger.documents.getBySaleId(saleId)).toEqual(entry);
    expect(invoiceRowSchema.parse(toInvoiceRow(entry))).toEqual(ledger.search.list({ limit: 1 }).rows[0]);
    expect(entry.submission).toMatchObject({ state: 'waiting', dueAt: start + 1000 + day, attempts: 0 });
  });

  it('finds a sale again whose defaults are written out, and tells another sale from it', () => {
    const ledger = testLedger();
    const lines = [{ name: 'Pen', quantity: '1', unitPrice: '5' }];
    const payments = [{ means: 'cash' as const, amount: '115.00' }];
    const request = { saleId: randomUUID(), lines };
    const sale = saleSchema.parse(request);
    const saleDigests = { saleDigest: saleDigest(sale, 11_500), payable: 11_500 };
    const { entry } = ledger.chain.append(newEntry({ saleId: sale.saleId, sale, ...saleDigests }));
    for (const more of [{}, { currency: 'SAR', special: { export: false }, payments }, { payments }])
      expect(ledger.chain.issuedBefore(saleSchema.parse({ ...request, ...more }), undefined)).toEqual(entry);
    expect(ledger.documents.getBySaleId(request.saleId.toUpperCase())?.uuid).toBe(entry.uuid);
    const other = saleSchema.parse({ ...request, payments: [{ means: 'cash', amount: '114.00' }] });
    expect(() => ledger.chain.issuedBefore(other, undefined)).toThrow(failing('sale-differs'));
  });

  it('gives a note the same digest whether its receipt was shown or not', () => {
    const note = saleSchema.parse({
      kind: 'creditNote',
      corrects: [{ number: 'T1-000001' }],
      reason: 'Returned',
      lines: [{ name: 'Cup', quantity: 1, unitPrice: '4' }],
    });
    expect(saleDigest({ ...note, receiptShown: 'qr' })).toBe(saleDigest(note));
  });

  it('knows nothing of a document that was never issued', () => {
    const ledger = testLedger();
    const uuid = randomUUID();
    expect(ledger.documents.get(uuid)).toBeUndefined();
    expect(ledger.documents.getBySaleId(uuid)).toBeUndefined();
    expect(ledger.documents.issuedXml(uuid)).toBeUndefined();
    expect(ledger.documents.clearedXml(uuid)).toBeUndefined();
    expect(ledger.documents.timeline(uuid)).toEqual([]);
  });

  it('answers the same sale with the same document', () => {
    const ledger = testLedger();
    const saleId = randomUUID();
    const made = ledger.chain.append(newEntry({ saleId }));
    ledger.chain.append(newEntry());
    const again = ledger.chain.append(
      newEntry({
        saleId,
        documentFor: () => {
          throw new Error('issued twice');
        },
      }),
    );
    expect(made.existed).toBe(false);
    expect(again).toEqual({ entry: made.entry, existed: true });
    expect(ledger.search.counts().issued).toBe(2);
  });

  it('refuses another sale under a used id', () => {
    const ledger = testLedger();
    const saleId = randomUUID();
    ledger.chain.append(newEntry({ saleId }));
    expect(() => ledger.chain.append(newEntry({ saleId, saleDigest: 'other' }))).toThrow(
      failing('sale-differs'),
    );
  });

  it('leaves nothing behind when issuing fails, and goes on with the same counter', () => {
    const ledger = testLedger();
    ledger.chain.append(newEntry());
    const before = ledger.chain.head();
    const saleId = randomUUID();
    const error = new FailureError({ code: 'hash-mismatch' });
    expect(() =>
      ledger.chain.append(
        newEntry({
          saleId,
          documentFor: () => {
            throw error;
          },
        }),
      ),
    ).toThrow(error);
    expect(ledger.chain.head()).toEqual(before);
    expect(ledger.search.counts()).toMatchObject({ issued: 1, waiting: 1 });
    expect(ledger.chain.append(newEntry({ saleId })).entry.icv).toBe(2);
  });

  it('refuses a clock that stands before the last document', () => {
    const ledger = testLedger();
    ledger.chain.append(newEntry());
    expect(() =>
      ledger.chain.append(newEntry({ documentFor: (link) => documentFor(link, { issuedAt: start + 999 }) })),
    ).toThrow(failing('clock-back'));
    expect(ledger.search.counts().issued).toBe(1);
  });

  it('hands all documents out in order while others are issued', () => {
    const ledger = testLedger();
    for (let i = 0; i < 45; i++) ledger.chain.append(newEntry());
    const seen: number[] = [];
    for (const document of ledger.documents.inOrder()) {
      if (seen.length === 10) ledger.chain.append(newEntry());
      seen.push(document.icv);
    }
    expect(seen).toEqual(Array.from({ length: 46 }, (_, i) => i + 1));
  });
});

describe('a ledger file', () => {
  it('keeps its identity and its documents', () => {
    const file = join(testFolder(), 'ledger.db');
    const first = openLedger(file, { environment: 'simulation' });
    const { entry } = first.chain.append(newEntry());
    first.close();
    const again = openLedger(file, { environment: 'simulation' });
    expect(again.id).toBe(first.id);
    expect(again.environment).toBe('simulation');
    expect({ ...again.documents.get(entry.uuid), qr: again.documents.qr(entry.uuid) }).toEqual(entry);
    again.close();
  });

  it('belongs to one environment', () => {
    const file = join(testFolder(), 'ledger.db');
    openLedger(file, { environment: 'training' }).close();
    expect(() => openLedger(file, { environment: 'production' })).toThrow(
      expect.objectContaining({
        failure: { code: 'ledger-broken', detail: { environment: 'production', found: 'training' } },
      }),
    );
  });

  it('is refused when it is no ledger', () => {
    const folder = testFolder();
    const foreign = new BetterSqlite3(join(folder, 'foreign.db'));
    foreign.exec('CREATE TABLE document (id INTEGER)');
    foreign.close();
    writeFileSync(join(folder, 'text.db'), 'no database at all. '.repeat(200));
    for (const name of ['foreign.db', 'text.db'])
      expect(() => openLedger(join(folder, name), { environment: 'training' })).toThrow(
        failing('ledger-broken'),
      );
  });

  it('is sound by SQLite’s own check', () => {
    const ledger = testLedger();
    for (let i = 0; i < 10; i++) ledger.chain.append(newEntry());
    expect(ledger.checkFile()).toEqual([]);
  });
});
