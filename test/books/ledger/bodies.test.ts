import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentReaders } from '../../../main/books/ledger/check/check-chain.ts';
import type { LedgerEntry } from '../../../main/books/ledger/documents/entry.ts';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { ledgerIn } from '../../support/new-ledger.ts';
import { readBody } from '../../support/read-bodies.ts';
import { cleared } from '../../support/run/outcomes.ts';
import { tamper } from '../../support/tamper.ts';
import { documentFor, hashOf, newEntry, start } from './sample.ts';
import { failing, testFolder } from './support.ts';

const issue = (ledger: ReturnType<typeof ledgerIn>, xml: Buffer, name = 'قهوة') =>
  ledger.chain.append(
    newEntry({
      sale: saleSchema.parse({ lines: [{ name, quantity: '1', unitPrice: '11.50' }] }),
      documentFor: (link) => documentFor(link, { xml, hash: hashOf(xml) }),
    }),
  ).entry;

/** Returns what a document states of its place in the chain. */
const placeOf = (document: Pick<LedgerEntry, 'icv' | 'uuid' | 'number' | 'previousHash'> | undefined) =>
  document && {
    icv: document.icv,
    uuid: document.uuid,
    number: document.number,
    previousHash: document.previousHash,
  };

describe('the text of a document', () => {
  it('is read byte for byte, by every program and across all dictionaries', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.uint8Array({ maxLength: 300 }), fc.string()), { minLength: 1, maxLength: 5 }),
        (texts) => {
          const file = join(testFolder(), 'ledger.db');
          const ledger = ledgerIn(file);
          const issued = Array.from({ length: 205 }, (_, index) => {
            const [bytes, name] = texts[index % texts.length] ?? [new Uint8Array(), ''];
            const xml = Buffer.concat([Buffer.from(`document ${index % 101} `.repeat(20)), bytes]);
            return { xml, ...issue(ledger, xml, `x${name}`) };
          });
          ledger.close();
          const again = openLedger(file, { environment: 'training' });
          for (const { xml, uuid, sale } of issued) {
            expect(again.documents.issuedXml(uuid)).toEqual(xml);
            expect(again.documents.get(uuid)?.sale).toEqual(sale);
          }
          again.close();
          const raw = new BetterSqlite3(file, { readonly: true });
          for (const { xml, icv } of issued) expect(readBody(raw, icv).xml).toEqual(xml);
          raw.close();
        },
      ),
      { numRuns: 2 },
    );
  });

  it('takes a tenth of its size', () => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = ledgerIn(file);
    const [form, seller] = [randomBytes(4_000), randomBytes(4_000)].map((bytes) => bytes.toString('hex'));
    for (let index = 0; index < 50; index += 1)
      issue(ledger, Buffer.from(`${form}${randomBytes(200).toString('hex')}${seller}`));
    ledger.close();
    const raw = new BetterSqlite3(file, { readonly: true });
    const length = raw.prepare('SELECT avg(length(xml)) FROM body WHERE icv > 1').pluck().get();
    raw.close();
    expect(length).toBeLessThan(16_400 / 10);
  });

  it('does not rest on a document whose transaction was undone', () => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = ledgerIn(file);
    const two = (seed: string, fails: boolean) =>
      ledger.chain.exclusively(() => {
        const issued = [1, 2].map((index) => issue(ledger, Buffer.from(`${seed.repeat(50)} ${index}`)));
        if (fails) throw new Error('undone');
        return issued;
      });
    expect(() => two('first attempt', true)).toThrow('undone');
    const issued = two('second attempt', false);
    ledger.close();
    const again = ledgerIn(file);
    expect(issued.map(({ uuid }) => again.documents.issuedXml(uuid)?.toString())).toEqual(
      [1, 2].map((index) => `${'second attempt'.repeat(50)} ${index}`),
    );
    again.close();
  });

  it('is the authority’s copy byte for byte, in whatever order copies come', () => {
    const ledger = ledgerIn(join(testFolder(), 'ledger.db'));
    const copies = new Map<string, Buffer>();
    for (let index = 0; index < 120; index += 1) issue(ledger, Buffer.from(`document ${index}`));
    const claimed = ledger.queue.claimDue(start + 1_000_000, 120, 1000).toSorted(() => Math.random() - 0.5);
    for (const each of claimed) {
      const clearedInvoice = Buffer.from(`${'the authority’s own form '.repeat(40)}${each.uuid}`);
      copies.set(each.uuid, clearedInvoice);
      const answer = { httpStatus: 200, body: '{}' };
      const outcome = {
        kind: 'accepted',
        again: false,
        answer,
        warnings: [],
        errors: [],
        clearedInvoice,
      } as const;
      ledger.queue.settle(each, outcome, { state: 'accepted' }, start + 2_000_000);
    }
    expect(copies.size).toBe(120);
    for (const [uuid, copy] of copies) expect(ledger.documents.clearedXml(uuid)).toEqual(copy);
    ledger.close();
  });
});

describe('a copy of the authority that is damaged', () => {
  it.each([
    ['altered', `UPDATE cleared_document SET xml = x'00' WHERE icv = 2`, 2],
    [
      'that of another document',
      'UPDATE cleared_document SET xml = (SELECT xml FROM cleared_document WHERE icv = 3) WHERE icv = 2',
      2,
    ],
    ['a dictionary that is missing', 'DELETE FROM cleared_document WHERE icv = 1', 2],
  ])('because it is %s is named by the check, and so no backup hides it', async (_, sql, icv) => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = ledgerIn(file);
    for (let index = 0; index < 4; index += 1) issue(ledger, Buffer.from(`document ${index}`));
    for (const each of ledger.queue.claimDue(start + 1_000_000, 3, 1000))
      ledger.queue.settle(each, cleared, { state: 'accepted' }, start + 2_000_000);
    ledger.close();
    tamper(file, sql);
    const again = ledgerIn(file);
    const rows = [...again.documents.inOrder()];
    const readers: DocumentReaders = {
      read: (xml) => {
        const row = rows.find((each) => hashOf(Buffer.from(xml)) === each.hash);
        return { hash: row?.hash ?? '', facts: placeOf(row) };
      },
    };
    const { broken } = await again.checkChain(readers);
    expect(broken).toMatchObject({ icv, what: 'cleared-unreadable' });
    again.close();
  });
});

describe('a document that is damaged', () => {
  const form = 'the form of a document '.repeat(20);
  const damage = (sql: string) => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = ledgerIn(file);
    const issued = Array.from({ length: 12 }, (_, index) =>
      issue(ledger, Buffer.from(`${form}${index + 1}`), `قهوة ${index + 1}`),
    );
    ledger.close();
    tamper(file, sql);
    return { again: ledgerIn(file), issued };
  };
  const altered: readonly (readonly [string, number, string])[] = [
    [
      'is that of another one',
      5,
      'UPDATE body SET (xml, sale) = (SELECT xml, sale FROM body WHERE icv = 6) WHERE icv = 5',
    ],
    ['is empty', 5, `UPDATE body SET xml = x'', sale = x'' WHERE icv = 5`],
    [
      'is cut short',
      5,
      'UPDATE body SET xml = CAST(substr(xml, 1, 20) AS BLOB), sale = CAST(substr(sale, 1, 9) AS BLOB) WHERE icv = 5',
    ],
    ['is missing', 5, 'DELETE FROM body WHERE icv = 5'],
  ];

  it.each(altered)('because it %s says so, and never gives another one', (_, icv, sql) => {
    const { again, issued } = damage(sql);
    const failure = expect.objectContaining({
      failure: { code: 'document-damaged', detail: { found: 'unreadable', icv } },
    });
    const { uuid = '' } = issued[icv - 1] ?? {};
    expect(() => again.documents.issuedXml(uuid) ?? again.documents.get(uuid)).toThrow(failure);
    expect(() => again.documents.get(uuid)).toThrow(failure);
    const stored = [...again.documents.inOrder()];
    expect(stored.map((each) => each.icv)).toEqual(issued.map((each) => each.icv));
    expect(() => stored[icv - 1]?.xml()).toThrow(failure);
    expect(stored[icv]?.xml().toString()).toBe(`${form}${icv + 1}`);
    again.close();
  });

  it.each(altered)('because it %s waits for a person, and the others are sent', (_, icv, sql) => {
    const { again, issued } = damage(sql);
    const claimed = again.queue.claimDue(start + 1_000_000, 20, 1000);
    expect(claimed.map((each) => each.icv)).toEqual(
      issued.map((each) => each.icv).filter((each) => each !== icv),
    );
    expect(again.search.counts()).toMatchObject({ parked: 1, waiting: 11 });
    const { uuid = '' } = issued[icv - 1] ?? {};
    expect(() => again.queue.claim(uuid, start + 1_000_000, 1000)).toThrow(failing('document-damaged'));
    expect(again.documents.timeline(uuid)).toHaveLength(1);
    again.close();
  });
});

describe('a damaged dictionary', () => {
  const broken = (icv: number) => ({ number: `T1-${String(icv).padStart(6, '0')}`, icv, what: 'unreadable' });

  it.each([
    ['altered', `UPDATE body SET (xml, sale) = (SELECT xml, sale FROM body WHERE icv = 101) WHERE icv = 1`],
    ['emptied', `UPDATE body SET xml = x'', sale = x'' WHERE icv = 1`],
    ['missing', 'DELETE FROM body WHERE icv = 1'],
  ])('that is %s is told, and what does not rest on it is read, found and issued', async (what, sql) => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = ledgerIn(file);
    const form = 'the form of a document '.repeat(20);
    const issued = Array.from({ length: 104 }, (_, index) =>
      issue(ledger, Buffer.from(`${form}${index}`), `قهوة ${index}`),
    );
    const [, second] = issued;
    const last = issued.at(-1);
    ledger.close();
    tamper(file, sql);
    const again = ledgerIn(file);
    expect(() => again.documents.issuedXml(second?.uuid ?? '')).toThrow(failing('document-damaged'));
    expect(() => again.documents.get(second?.uuid ?? '')).toThrow(failing('document-damaged'));
    expect(again.documents.issuedXml(last?.uuid ?? '')?.toString()).toBe(`${form}103`);
    expect(again.search.list({ limit: 200 }).rows).toHaveLength(104);
    expect(again.search.list({ number: 'T1-000002', limit: 5 }).total).toBe(1);
    while (again.search.index(50) === 50);
    expect(again.search.list({ article: 'قهوة', limit: 5 }).total).toBeGreaterThan(0);
    const { broken: found } = await again.checkChain({
      read: (xml) => {
        const number = Number(/\d+$/.exec(Buffer.from(xml).toString())?.[0]) + 1;
        const one = again.search.list({ number: `T1-${String(number).padStart(6, '0')}`, limit: 1 }).rows[0];
        const facts = issued.find(({ uuid }) => uuid === one?.uuid);
        return { hash: hashOf(xml), facts: placeOf(facts) };
      },
    });
    expect(found).toEqual(broken(1));
    expect(again.checkFile()).toEqual(what === 'missing' ? ['a body is missing at 1'] : []);
    expect(issue(again, Buffer.from(`${form}104`)).icv).toBe(105);
    again.close();
  });

  it('does not stop the sale of the same hundred', () => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = ledgerIn(file);
    issue(ledger, Buffer.from('the dictionary'));
    ledger.close();
    tamper(file, "UPDATE body SET xml = x'00', sale = x'00'");
    const again = ledgerIn(file);
    const { uuid } = issue(again, Buffer.from('a sale'));
    expect(again.documents.issuedXml(uuid)?.toString()).toBe('a sale');
    expect(again.documents.get(uuid)?.number).toBe('T1-000002');
    again.close();
  });
});
