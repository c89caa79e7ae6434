import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { settleWindowFolder } from '../../../main/app/electron/window/window-folder.ts';
import { newFolder } from '../../support/khatm.ts';

function folders() {
  const former = path.join(newFolder('roaming'), 'Khatm');
  mkdirSync(path.join(former, 'Local Storage', 'leveldb'), { recursive: true });
  mkdirSync(path.join(former, 'Cache'));
  writeFileSync(path.join(former, 'Local State'), 'the key');
  writeFileSync(path.join(former, 'Local Storage', 'leveldb', 'log'), 'dark');
  return { former, folder: path.join(newFolder('local'), 'Khatm', 'window') };
}

test('the key of the secrets and what the page keeps come along, and once', () => {
  const { former, folder } = folders();
  // This folder is left of an interrupted copy.
  mkdirSync(`${folder}.coming/Local State`, { recursive: true });
  expect(settleWindowFolder(former, folder)).toBe(folder);
  expect(readdirSync(folder).toSorted()).toEqual(['Local State', 'Local Storage']);
  expect(readFileSync(path.join(folder, 'Local Storage', 'leveldb', 'log'), 'utf8')).toBe('dark');
  expect(existsSync(`${folder}.coming`)).toBe(false);
  writeFileSync(path.join(folder, 'Local State'), 'a newer key');
  expect(settleWindowFolder(former, folder)).toBe(folder);
  expect(readFileSync(path.join(folder, 'Local State'), 'utf8')).toBe('a newer key');
});

test('a new terminal begins in the new folder; what cannot be copied is used where it is', () => {
  const { former, folder } = folders();
  expect(settleWindowFolder(path.join(former, 'none'), folder)).toBe(folder);
  expect(existsSync(folder)).toBe(false);
  writeFileSync(path.dirname(folder), 'a file in the way');
  expect(settleWindowFolder(former, folder)).toBe(former);
});
