import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../books/ledger/support.ts';
import { openShop } from './shop-month.ts';

/* The folder for the accountant's file, and what others put there beforehand. */

test('a month’s file takes the place of a link, and what the link leads to stays', async () => {
  const shop = openShop();
  const { file } = await shop.make();
  const name = path.basename(file);
  const [folder, data] = [testFolder(), testFolder()];
  const vault = path.join(data, 'vault.json');
  writeFileSync(vault, 'the vault');
  mkdirSync(path.join(data, 'parts'));
  for (const ending of ['', '.part']) symlinkSync(vault, path.join(folder, name + ending));
  symlinkSync(path.join(data, 'parts'), path.join(folder, `${name}.parts`), 'junction');
  await shop.make({ folder });
  expect(readFileSync(path.join(folder, name))).toEqual(readFileSync(file));
  expect(readFileSync(vault, 'utf8')).toBe('the vault');
  expect(readdirSync(path.join(data, 'parts'))).toEqual([]);
});

test('a month’s file is not put among the terminal’s own files', async () => {
  const shop = openShop();
  const data = path.dirname(shop.file);
  await expect(shop.make({ folder: data, ownFolder: data })).rejects.toMatchObject({
    failure: { code: 'place-own' },
  });
});
