import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { backUp } from '../../../main/books/backup/back-up.ts';
import { checkLastNumber } from '../../../main/books/backup/last-number.ts';
import { newerBackup } from '../../../main/books/backup/newer-backup.ts';
import { restoreBackup } from '../../../main/books/backup/restore.ts';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { newEntry, readers, start } from '../ledger/sample.ts';
import { failing, testFolder } from '../ledger/support.ts';

/* Tests the restore of a backup after which something was issued: a newer backup or the person may know of it. */

const hour = 60 * 60 * 1000;

/** Makes two backups in one folder: the second has one more document, or only a later time. */
async function twoBackups({ sellsBetween = true } = {}) {
  const ledger = openLedger(path.join(testFolder(), 'ledger.db'), { environment: 'training' });
  const folder = testFolder();
  const options = { ledger, folder, scratch: testFolder(), vatNumber: '399999999900003', readers, keep: 9 };
  ledger.chain.append(newEntry());
  const older = await backUp({ ...options, now: start });
  if (sellsBetween) ledger.chain.append(newEntry());
  const newer = await backUp({ ...options, now: start + hour });
  const { id } = ledger;
  ledger.close();
  return { id, folder, older, newer };
}

const restoring = (file: string, more: { last?: string; acceptsOlder?: boolean } = {}) =>
  restoreBackup({
    file,
    target: path.join(testFolder(), 'ledger.db'),
    environment: 'training',
    witness: undefined,
    readers,
    now: start,
    ...more,
  });

describe('a backup beside a newer one', () => {
  it('is refused by the name of the newer one, until the person accepts it', async () => {
    const { older, newer } = await twoBackups();
    await expect(restoring(older.file)).rejects.toMatchObject({
      failure: { code: 'backup-older', detail: { file: newer.file, documents: 2 } },
    });
    await expect(restoring(older.file, { acceptsOlder: true })).resolves.toMatchObject({ head: { icv: 1 } });
    await expect(restoring(newer.file)).resolves.toMatchObject({ head: { icv: 2 } });
  });

  it('is older with the same documents too, since answers and audit lines came after it', async () => {
    const { older, newer, id, folder } = await twoBackups({ sellsBetween: false });
    await expect(restoring(older.file)).rejects.toEqual(failing('backup-older'));
    await expect(restoring(newer.file)).resolves.toMatchObject({ head: { icv: 1 } });
    // A ledger itself is as far as both.
    expect(await newerBackup({ id, icv: 1 }, folder)).toBeUndefined();
  });
});

describe('the last number that was given', () => {
  const head = { number: 'T1-000003' };

  it('is that of the newest document, or nothing is restored', async () => {
    const { newer } = await twoBackups();
    const { head: newest } = await restoring(newer.file);
    const number = newest?.number ?? '';
    await expect(restoring(newer.file, { last: number })).resolves.toMatchObject({ head: { number } });
    const later = `${number.slice(0, -1)}${Number(number.at(-1)) + 1}`;
    await expect(restoring(newer.file, { last: later })).rejects.toMatchObject({
      failure: { code: 'receipts-after', detail: { number, last: later } },
    });
  });

  it.each(['T1-000004', 'T1-000010', 'T1-4'])('%s is a receipt after the backup', (last) => {
    expect(() => checkLastNumber(head, last)).toThrow(failing('receipts-after'));
  });

  it.each(['t1-3', 'T1-٠٠٠٠٠٣', ' T1-000003 '])('%s is the newest document as anybody types it', (last) => {
    expect(() => checkLastNumber(head, last)).not.toThrow();
  });

  it.each([
    ['T1-000002', 'backup-last'],
    ['T1', 'backup-last-form'],
    ['X9-000004', 'backup-last-form'],
    ['none', 'backup-last-form'],
    // The number of the document alone may be that of another till.
    ['3', 'backup-last-form'],
    ['8', 'backup-last-form'],
  ])('%s cannot be the last', (last, code) => {
    const issues = [expect.objectContaining({ path: ['last'], code, params: { number: 'T1-000003' } })];
    expect(() => checkLastNumber(head, last)).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ code: 'bad-input', issues }) }),
    );
  });

  it('is 0 for a backup without documents, or anything that was given since', () => {
    expect(() => checkLastNumber(undefined, '0')).not.toThrow();
    expect(() => checkLastNumber(undefined, 'T1-000001')).toThrow(failing('receipts-after'));
    expect(() => checkLastNumber(head, '0')).toThrow(failing('bad-input'));
  });
});
