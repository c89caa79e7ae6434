import { randomBytes } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { ingest } from '../../main/office/ingest/ingest.ts';
import { bytesOfHash, textOfHash } from '../../main/office/packing/line-hash.ts';
import { createPacker, unpack } from '../../main/office/packing/packing.ts';
import { packText, unpackText } from '../../main/office/packing/texts.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';
import type { EventRow } from '../../shared/office/wire/feed.ts';
import { enrolledTill } from './enrolled-till.ts';
import { hasServer, office, provideOffice } from './office.ts';
import { storedDocuments } from './stored-documents.ts';

/* Tests how an office stores documents and texts: in few bytes, and exactly. */

const form = randomBytes(6000).toString('hex');
const documentOf = (icv: number) => Buffer.from(`<Invoice>${form}<ID>${icv}</ID>فاتورة</Invoice>`);

describe('a packed chain', () => {
  it('has whole documents now and then, and gives each one back byte for byte', () => {
    const packer = createPacker(undefined);
    const stored = Array.from({ length: 1200 }, (_, index) => packer.pack(index + 1, documentOf(index + 1)));
    const whole = stored.flatMap(({ base }, index) => (base === null ? [index + 1] : []));
    expect(whole).toEqual([1, 501, 1001]);
    expect(packer.whole).toBe(1001);
    for (const [index, { base, bytes }] of stored.entries()) {
      const by = base === null ? null : (stored[base - 1]?.bytes ?? null);
      expect(unpack(bytes, by).equals(documentOf(index + 1))).toBe(true);
      if (base !== null) expect(bytes.length).toBeLessThan(200);
    }
  });

  it('tells where the document by which one is packed is missing, or another one', () => {
    const packer = createPacker({ icv: 1, xml: documentOf(1) });
    const { bytes } = packer.pack(2, documentOf(2));
    const other = createPacker(undefined).pack(1, Buffer.from(form.toUpperCase())).bytes;
    expect(() => unpack(bytes, null)).toThrow();
    expect(() => unpack(bytes, other)).toThrow();
  });

  it('packs nothing by a document that is very large', () => {
    const packer = createPacker(undefined);
    expect(packer.pack(1, randomBytes(100_000)).base).toBeNull();
    expect(packer.whole).toBeNull();
    expect(packer.pack(2, documentOf(2)).base).toBeNull();
    expect(packer.pack(3, documentOf(3)).base).toBe(2);
  });
});

describe('a packed text', () => {
  test.each(['', '{"icv":1,"number":"T1-000001","by":"person"}', 'قهوة\0\u2028', 'x'.repeat(100_000)])(
    'is given back exactly',
    (text) => {
      expect(unpackText(packText(text))).toBe(text);
    },
  );

  it('takes few bytes where it is usual', () => {
    const accepted =
      '{"validationResults":{"infoMessages":[{"type":"INFO","code":"XSD_ZATCA_VALID","category":"XSD validation","message":"Complied with UBL 2.1 standards in line with ZATCA specifications","status":"PASS"}],"warningMessages":[],"errorMessages":[],"status":"PASS"},"reportingStatus":"REPORTED"}';
    expect(packText(accepted).length).toBeLessThan(20);
  });

  it('is read by the list that packed it, which never changes', () => {
    const stored = Buffer.from('ASNgIbIttQo3m2623+y4sRIA', 'base64');
    expect(unpackText(stored)).toBe('{"icv":1,"number":"T1-000001","by":"person"} قهوة');
    expect(() => unpackText(Buffer.of(2, 1, 2))).toThrow('unknown list');
  });
});

test('hashes of lines, and the id of a ledger before them, keep their text', () => {
  for (const text of ['a'.repeat(64), 'e7bf965c-b83b-4a32-bd6f-d9022587e377'])
    expect(textOfHash(bytesOfHash(text))).toBe(text);
});

describe.skipIf(!hasServer)('copies of the authority', () => {
  provideOffice();

  it('are kept once, also when two calls overlapped, and each is read by the right one', async () => {
    const tenant = await tenantNamed(office.database, 'Copies');
    const till = await enrolledTill({ tenant });
    till.sellCoffees(6);
    const rows = till.batch();
    const copyOf = (icv: number, call: number) => `${documentOf(icv).toString()}<!-- ${call} -->`;
    const events = (from: number, icvs: readonly number[]): EventRow[] =>
      icvs.map((icv, index) => ({
        ...{ id: from + index, icv, at: 0, event: 'answered', httpStatus: 200, outcome: 'accepted' },
        ...{ why: null, status: 'CLEARED', answer: null, nextAt: null, reportBy: null },
        cleared: copyOf(icv, from + index),
      }));
    const send = async (happened: EventRow[]) => {
      const head = { ...rows.head, event: happened.at(-1)?.id ?? 0 };
      const batch = { ...rows, documents: rows.documents, events: happened, head };
      expect(await ingest(office.database, till.key, batch)).toMatchObject({ result: 'kept' });
    };
    await send(events(1, [2, 2, 3]));
    await send([...events(1, [2, 2, 3]), ...events(4, [1, 3, 6, 4])]);
    const stored = await office.database.within({ tenant }, (client) =>
      storedDocuments(client, { table: 'cleared' }),
    );
    expect(stored).toEqual([copyOf(1, 4), copyOf(2, 1), copyOf(3, 3), copyOf(4, 7), copyOf(6, 6)]);
    till.ledger.close();
  });
});
