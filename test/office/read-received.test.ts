import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLargeReader } from '../../main/office/ingest/large-reader.ts';
import { readReceived } from '../../main/office/ingest/read-received.ts';
import { saleSchema } from '../../shared/sale/sale.ts';
import { openTill } from '../integration/till.ts';
import { newFolder } from '../support/khatm.ts';
import { batchOf } from './enrolled-till.ts';

/* Tests that the office reads documents of all tills, and that one till does not block the others. */

test('a document with more attributes or namespaces than any till writes is not read', () => {
  const { ledger, issue } = openTill(path.join(newFolder('received'), 'ledger.db'), {
    now: () => Date.UTC(2026, 10, 20, 10),
  });
  issue(
    saleSchema.parse({
      saleId: randomUUID(),
      lines: [{ name: 'a="1" b = \'2\''.repeat(20), quantity: '1', unitPrice: '11.50' }],
    }),
  );
  const [row] = batchOf(ledger).documents;
  ledger.close();
  if (row === undefined) throw new Error('nothing was issued');
  const withAttributes = (count: number, sign = '=') => {
    const all = Array.from({ length: count }, (_, index) => ` a${index}${sign}'>'`);
    return { ...row, xml: row.xml.replace('<cac:Item', `<cac:Item${all.join('')}`) };
  };
  expect(readReceived(row)?.isVerified).toBe(true);
  for (const sign of ['=', ' \n= ']) {
    expect(readReceived(withAttributes(100, sign))?.facts.icv).toBe(row.icv);
    expect(readReceived(withAttributes(101, sign))).toBeUndefined();
  }
  // The root's four namespaces also count there.
  const withNamespaces = (count: number) => {
    const all = Array.from({ length: count - 4 }, (_, index) => ` xmlns:a${index}="urn:a"`);
    return { ...row, xml: row.xml.replace('<cac:Item', `<cac:Item${all.join('')}`) };
  };
  expect(readReceived(withNamespaces(50))?.facts.icv).toBe(row.icv);
  expect(readReceived(withNamespaces(51))).toBeUndefined();
});

test('a document is read the same in the thread for large ones', async () => {
  const { ledger, issue } = openTill(path.join(newFolder('received'), 'ledger.db'), {
    now: () => Date.UTC(2026, 10, 20, 10),
  });
  const lines = Array.from({ length: 200 }, () => ({ name: 'قهوة', quantity: '1', unitPrice: '11.50' }));
  issue(saleSchema.parse({ saleId: randomUUID(), lines }));
  const [row] = batchOf(ledger).documents;
  ledger.close();
  if (row === undefined) throw new Error('nothing was issued');
  const large = createLargeReader();
  try {
    expect(await large.document(row)).toEqual(readReceived(row));
    expect(await large.document({ ...row, xml: row.xml.replace('</Invoice>', '') })).toBeUndefined();
  } finally {
    await large.close();
  }
});

test('a document with more tags than any till writes is not read', () => {
  const { ledger, issue } = openTill(path.join(newFolder('received'), 'ledger.db'), {
    now: () => Date.UTC(2026, 10, 20, 10),
  });
  issue(
    saleSchema.parse({
      saleId: randomUUID(),
      lines: [{ name: 'قهوة', quantity: '1', unitPrice: '11.50' }],
    }),
  );
  const [row] = batchOf(ledger).documents;
  ledger.close();
  if (row === undefined) throw new Error('nothing was issued');
  const withTags = (count: number) => ({
    ...row,
    xml: row.xml.replace(
      '<cac:AccountingSupplierParty',
      (element) => `${'<cbc:Note/>'.repeat(count)}${element}`,
    ),
  });
  expect(readReceived(withTags(200_000))?.facts.icv).toBe(row.icv);
  expect(readReceived(withTags(400_000))).toBeUndefined();
});
