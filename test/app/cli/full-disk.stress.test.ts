import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyDocument } from '../../../main/document/stamp/verify/verify.ts';
import { canMountSmallDisk, mountSmallDisk } from '../../crash/small-disk.ts';
import { khatm, newFolder } from '../../support/khatm.ts';
import { isLong } from '../../support/run/effort.ts';

/* These tests need a real full disk, and therefore Linux and the right to mount. */

describe.skipIf(!canMountSmallDisk())('on a disk that fills up between two sales', () => {
  const folder = newFolder('full-disk');
  const disk = mountSmallDisk(path.join(folder, 'disk'));
  afterAll(() => {
    disk?.unmount(false);
    rmSync(folder, { recursive: true });
  });
  const data = path.join(folder, 'disk', 'data');
  const sale = path.join(folder, 'sale.json');
  writeFileSync(sale, JSON.stringify({ lines: [{ name: 'تمر | Dates', quantity: 2, unitPrice: '10.00' }] }));

  const issued = (): number => {
    const database = new Database(path.join(data, 'training', 'ledger.db'), { readonly: true });
    const count = database.prepare<[], number>('SELECT count(*) FROM document').pluck().get() ?? 0;
    database.close();
    return count;
  };

  test('every sale that was issued has its line, and none of them is denied', async () => {
    expect((await khatm('issue', '--data', data, sale)).code).toBe(0);
    const outcomes = new Set<number>();
    for (const pages of isLong ? [0, 44, 47, 50, 53, 56, 58, 60, 66, 70] : [0, 47, 58]) {
      const out = path.join(folder, 'disk', `out-${pages}`);
      mkdirSync(out);
      const before = issued();
      disk?.fill(pages * 4096);
      const run = await khatm('issue', '--no-wait', '--data', data, '--out', out, sale, sale);
      disk?.empty();
      const done = issued() - before;
      outcomes.add(done);
      expect(run.stdout.split('\n').length - 1).toBe(done);
      // The code is also 1 if only the document's file could not be written.
      expect([[2], [1], [0, 1]][done]).toContain(run.code);
      expect(run.stderr).not.toMatch(/nothing was issued/i);
      if (run.code !== 0) expect(run.stderr).toMatch(/disk is full/);
      for (const name of readdirSync(out))
        expect(verifyDocument(readFileSync(path.join(out, name))).every(({ ok }) => ok)).toBe(true);
    }
    expect(outcomes.size).toBeGreaterThan(1);
  });
});
