import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { settleRestore, writeNote } from '../../../main/books/backup/restore-note.ts';
import type { RestoreNote } from '../../../shared/stored/notes/ledger.ts';
import { isWine } from '../../support/wine.ts';
import { failing, testFolder } from '../ledger/support.ts';

const place = '../../outside';

async function leadsNowhere(note: RestoreNote, link?: string): Promise<void> {
  const root = testFolder();
  const folder = path.join(root, 'data', 'training');
  const outside = path.join(root, 'outside');
  mkdirSync(path.join(outside, 'deep'), { recursive: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'here'), '');
  if (link !== undefined) symlinkSync(root, path.join(folder, link), 'junction');
  await writeNote(folder, note);
  await expect(settleRestore(folder)).rejects.toThrow(failing('stored-unreadable'));
  expect(existsSync(path.join(outside, 'deep'))).toBe(true);
}

it.each([
  ['removes', { hadLedger: true, staged: [], early: [place] }],
  ['moves away', { hadLedger: true, staged: [{ from: place, to: 'here' }], early: [] }],
  ['replaces', { hadLedger: true, staged: [{ from: 'here', to: place }], early: [] }],
  ['takes for a ledger', { hadLedger: true, staged: [], early: [], aside: place }],
])('a note of a restore, come with a folder of somebody else, %s nothing outside', (_, note) =>
  leadsNowhere(note),
);

it.skipIf(isWine)('nor does it remove anything through a link', () =>
  leadsNowhere({ hadLedger: true, staged: [], early: ['link/outside'] }, 'link'),
);
