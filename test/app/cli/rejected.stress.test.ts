import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { khatm, newFolder } from '../../support/khatm.ts';

test('khatm ledger rejected names cause and way on until each is issued again', async () => {
  const folder = newFolder('cli-rejected');
  const data = path.join(folder, 'data');
  const saleOf = (name: string) => {
    const file = path.join(folder, `${name.length}.json`);
    writeFileSync(file, JSON.stringify({ lines: [{ name, quantity: 1, unitPrice: '5.00' }] }));
    return file;
  };
  await khatm('issue', saleOf('khatm-test: reject=BR-KSA-42'), '--data', data);
  const listed = await khatm('ledger', 'rejected', '--data', data, '--language', 'en');
  expect(listed.code).toBe(1);
  expect(listed.stdout).toMatch(
    /1 document\n {2}Enter the buyer’s name. BR-KSA-42\n.*\n {2}T1-000001 .* 5.00 SAR/,
  );
  const { groups } = JSON.parse((await khatm('ledger', 'rejected', '--data', data, '--json')).stdout);
  expect(groups).toMatchObject([{ unchanged: false, rows: [{ number: 'T1-000001' }] }]);
  await khatm('issue', saleOf('Tea'), '--replaces', 'T1-000001', '--data', data);
  const after = await khatm('ledger', 'rejected', '--data', data, '--language', 'ar');
  expect(after).toMatchObject({ code: 0, stdout: expect.stringContaining('لم يبقَ ما رُفض') });
});
