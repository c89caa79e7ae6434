import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { developmentKey } from '../../../main/app/electron/updates/release-keys.ts';
import { findAlteredFile } from '../../../main/app/electron/updates/verify-files.ts';
import { newFolder } from '../../support/khatm.ts';

/** A script of the package, which has no types. */
const natives: string = '../../../.scripts/package/natives.mjs';
const { nativesOf } = await import(natives);

/* Tests the files of an installed program, with damage such as a person or a failing disk may cause. */

const sqlite = 'app.asar.unpacked/better-sqlite3/linux-x64.node';
const keyring = 'app.asar.unpacked/keyring/keyring.linux-x64-gnu.node';
const all = ['app.asar', sqlite, keyring];
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const spkiOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).toString('base64');
const keys = [{ spki: spkiOf(publicKey) }];
let folder: string;

function writeList(names: readonly string[], key = privateKey, platform: string = process.platform): void {
  const sum = (name: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex');
  const files = Object.fromEntries(names.map((name) => [name, sum(name)]));
  const list = Buffer.from(JSON.stringify({ version: '0.1.0', platform, arch: process.arch, files }));
  writeFileSync(path.join(folder, 'files.json'), list);
  writeFileSync(path.join(folder, 'files.json.sig'), sign(null, list, key).toString('base64'));
}

beforeEach(() => {
  folder = newFolder('verify-files');
  for (const name of all) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), name);
  }
  writeList(all);
});

test('files as they were signed pass', async () => {
  expect(await findAlteredFile(folder, keys)).toBeUndefined();
});

test.each(['linux', 'darwin', 'win32'])('what a package for %s consists of passes', async (platform) => {
  const names = nativesOf(platform, 'x64').map((name: string) => `app.asar.unpacked/${name}`);
  for (const name of names) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), name);
  }
  writeList(['app.asar', ...names]);
  expect(await findAlteredFile(folder, keys)).toBeUndefined();
});

test('a package that is signed with the development key is not trusted', async () => {
  const pem = readFileSync(path.resolve('.scripts/package/development-key.pem'));
  writeList(all, createPrivateKey(pem));
  expect(await findAlteredFile(folder, [developmentKey])).toBeUndefined();
  expect(await findAlteredFile(folder)).toBe('files.json');
});

test.each(all)('a change of %s is found, and that it is gone', async (name) => {
  appendFileSync(path.join(folder, name), ' ');
  expect(await findAlteredFile(folder, keys)).toBe(name);
  rmSync(path.join(folder, name));
  expect(await findAlteredFile(folder, keys)).toBe(name);
});

test.each<[string, () => void]>([
  ['is signed with another key', () => writeList(all, generateKeyPairSync('ed25519').privateKey)],
  ['was changed after it was signed', () => appendFileSync(path.join(folder, 'files.json'), ' ')],
  ['has no signature', () => rmSync(path.join(folder, 'files.json.sig'))],
  ['is gone', () => rmSync(path.join(folder, 'files.json'))],
  ['leaves out an addon', () => writeList(['app.asar', keyring])],
  ['is of another platform', () => writeList(all, privateKey, 'aix')],
])('a list that %s is refused', async (_, change) => {
  change();
  expect(await findAlteredFile(folder, keys)).toBe('files.json');
});
