import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { filesNamed } from '../../../main/app/cli/files.ts';
import { secretFromOutside } from '../../../main/app/cli/secrets-from-outside.ts';
import { khatm, khatmWith, newFolder } from '../../support/khatm.ts';

/*
 * Tests folders and texts like those of a shop: Arabic letters, spaces, and paths beyond the 260 characters of old
 * Windows.
 */

const root = newFolder('paths');
const deep = Array.from({ length: 6 }, (_, level) => `فرع الرياض رقم ${level} ${'x'.repeat(30)}`);
const data = path.join(root, ...deep, 'دفاتر المحل');
const inside = (name: string) => path.join(data, '..', name);

describe('a data folder with Arabic letters, spaces and a long path', () => {
  beforeAll(async () => {
    mkdirSync(path.dirname(data), { recursive: true });
    const sale = inside('بيع.json');
    writeFileSync(sale, JSON.stringify({ lines: [{ name: 'قهوة', quantity: 1, unitPrice: '11.50' }] }));
    const run = await khatm('issue', '--data', data, '--out', inside('وثائق'), sale);
    expect(run).toMatchObject({ code: 0, stderr: '' });
  });

  test('is checked, exported and verified', async () => {
    expect(data.length).toBeGreaterThan(260);
    const check = await khatm('ledger', 'check', '--data', data);
    expect(check).toMatchObject({ code: 0, stdout: expect.stringContaining('chain whole: 1 documents') });
    expect((await khatm('ledger', 'export', '--data', data, '--out', inside('صادرات'))).code).toBe(0);
    const [document = ''] = readdirSync(inside('وثائق'));
    const verified = await khatm('verify', path.join(inside('وثائق'), document));
    expect(verified).toMatchObject({ code: 0, stdout: expect.not.stringContaining('FAILED') });
    expect(verified.stdout).toContain('وثائق');
  });

  test('is backed up and restored', async () => {
    const backups = inside('نسخ');
    expect((await khatm('backup', '--data', data, '--to', backups)).code).toBe(0);
    const [backup = ''] = readdirSync(backups).filter((name) => name.endsWith('.khatm'));
    const from = path.join(backups, backup);
    const restored = await khatm('restore', '--data', data, '--from', from, '--last', 'T1-000001');
    expect(restored.code).toBe(0);
    expect((await khatm('ledger', 'check', '--data', data)).code).toBe(0);
  });

  test('its people have Arabic names, which come out of a pipe as UTF-8', async () => {
    const pin = inside('pin.txt');
    writeFileSync(pin, '\uFEFF482913\r\n', 'utf16le');
    const made = await khatmWith({ KHATM_PIN_FILE: pin }, 'manager', '--data', data, '--name', 'هدى العتيبي');
    expect(made.code).toBe(0);
    expect(made.stdout + made.stderr).toContain('هدى العتيبي');
  });
});

test('a secret is read from a file as editors and shells of Windows write it', async () => {
  const file = path.join(root, 'secret.txt');
  process.env.KHATM_TEST_SECRET_FILE = file;
  for (const bytes of [
    Buffer.from('كلمة السر\r\n'),
    Buffer.from('\uFEFFكلمة السر\r\nmore'),
    Buffer.from('\uFEFFكلمة السر\r\n', 'utf16le'),
  ]) {
    writeFileSync(file, bytes);
    expect(await secretFromOutside('KHATM_TEST_SECRET', 'Secret')).toBe('كلمة السر');
  }
  delete process.env.KHATM_TEST_SECRET_FILE;
});

test('a pattern is left to the shell, except on Windows, where no shell reads it', async () => {
  const folder = newFolder('patterns');
  for (const name of ['b.xml', 'a.xml', 'c.txt']) writeFileSync(path.join(folder, name), '');
  const pattern = path.join(folder, '*.xml');
  expect(await filesNamed([pattern], 'linux')).toEqual([pattern]);
  expect(await filesNamed([path.join(folder, 'c.txt'), pattern], 'win32')).toEqual(
    ['c.txt', 'a.xml', 'b.xml'].map((name) => path.join(folder, name)),
  );
  await expect(filesNamed([path.join(folder, '*.pdf')], 'win32')).rejects.toThrow('no such file');
});
