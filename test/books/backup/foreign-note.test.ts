import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { settleRestore, writeNote } from '../../../main/books/backup/restore-note.ts';
import { isWine } from '../../support/wine.ts';
import { failing, testFolder } from '../ledger/support.ts';

const place = '../../outside';
const throughLink = [
  ['removes through a link', { hadLedger: true, staged: [], early: ['link/outside'] }],
] as const;

it.each([
  ['removes', { hadLedger: true, staged: [], early: [place] }],
  ...(isWine ? [] : throughLink),
  ['moves away', { hadLedger: true, staged: [{ from: place, to: 'here' }], early: [] }],
  ['replaces', { hadLedger: true, staged: [{ from: 'here', to: place }], early: [] }],
  ['takes for a ledger', { hadLedger: true, staged: [], early: [], aside: place }],
])('a note of a restore, come with a folder of somebody else, %s nothing outside', async (_, note) => {
  const root = testFolder();
  const folder = path.join(root, 'data', 'training');
  const outside = path.join(root, 'outside');
  mkdirSync(path.join(outside, 'deep'), { recursive: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'here'), '');
  if (!isWine) symlinkSync(root, path.join(folder, 'link'), 'junction');
  await writeNote(folder, note);
  await expect(settleRestore(folder)).rejects.toThrow(failing('stored-unreadable'));
  expect(existsSync(path.join(outside, 'deep'))).toBe(true);
});
