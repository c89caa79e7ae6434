import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { trainingPassphrase } from '../../../main/app/environment/credentials/training.ts';
import { openEncryptedFile } from '../../../main/base/vault/encrypted-file.ts';
import { backUp } from '../../../main/books/backup/back-up.ts';
import { exportDocuments } from '../../../main/books/backup/export-documents.ts';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { takeLock } from '../../../main/books/ledger/queue/process-lock.ts';
import { documentReaders as readers } from '../../../main/till/issue/document-readers.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';
import { pairForm } from '../../../shared/stored/vault/entries.ts';
import { khatm, newFolder } from '../../support/khatm.ts';

/**
 * Returns the forms in which a secret could be in a file: unchanged, in Base64, and the decoded bytes of Base64 or PEM.
 */
function forms(secret: string): Buffer[] {
  const body = secret.replace(/-----[^-]+-----|\s/g, '');
  return [
    Buffer.from(secret),
    Buffer.from(body),
    Buffer.from(body, 'base64'),
    Buffer.from(Buffer.from(secret).toString('base64').slice(0, -4)),
  ].filter((form) => form.length >= 16);
}

/**
 * Returns the secret in a vault entry. A key is plain text; a pair also contains its certificate and request, which the
 * ledger may know.
 */
function secretIn(value: string): string {
  return value.startsWith('{')
    ? z
        .string()
        .min(16)
        .parse(orFail(pairForm.read(value)).secret)
    : value;
}

it('a backup and an export of a terminal that sold hold nothing of its vault', async () => {
  const data = newFolder('no-secrets');
  const sale = path.join(data, 'sale.json');
  const lines = [{ name: 'قهوة', quantity: 1, unitPrice: '11.50' }];
  writeFileSync(sale, JSON.stringify({ saleId: randomUUID(), lines }));
  const run = await khatm('issue', '--data', data, sale);
  expect(run.stderr).toBe('');

  const folder = path.join(data, 'training');
  const ledger = openLedger(path.join(folder, 'ledger.db'), { environment: 'training' });
  const copies = path.join(data, 'copies');
  const shared = { ledger, folder: copies, vatNumber: '399999999900003' };
  const { file, head } = await backUp({ ...shared, scratch: folder, now: Date.now(), readers, keep: 1 });
  await exportDocuments(shared);
  const certificate = ledger.credentials.current('production')?.certificate ?? '';
  const xml = ledger.documents.issuedXml(head?.uuid ?? '') ?? Buffer.alloc(0);
  ledger.close();

  const vault = await openEncryptedFile({
    file: path.join(folder, 'vault.json'),
    opener: { passphrase: trainingPassphrase, N: 2 ** 14 },
    lock: takeLock,
    create: false,
  });
  const secrets: string[] = [];
  for (const name of await vault.names('')) {
    const value = name.endsWith('/witness') ? undefined : await vault.get(name);
    if (value !== undefined) secrets.push(secretIn(value));
  }
  expect(secrets.length).toBeGreaterThan(1);

  const backup = readFileSync(file);
  expect(backup.includes(Buffer.from(certificate))).toBe(true); // The search itself must find existing data.
  for (const secret of secrets)
    for (const form of forms(secret)) {
      expect(backup.includes(form)).toBe(false);
      expect(xml.includes(form)).toBe(false);
    }
  rmSync(data, { recursive: true });
});
