import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { khatm, khatmWith, newFolder } from '../../support/khatm.ts';

/* The files that a call names lie where others may write: a link, a pipe or a device in their place is refused at once. */

const folder = newFolder('outside-files');
const at = (...parts: string[]) => path.join(folder, ...parts);
const data = at('data');
const sale = JSON.stringify({
  saleId: '7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11',
  lines: [{ name: 'تمر | Dates', quantity: 1, unitPrice: '10.00' }],
});

beforeAll(async () => {
  expect((await khatm('demo', '--json', '--data', data)).code).toBe(0);
  writeFileSync(at('sale.json'), sale);
  symlinkSync(at('sale.json'), at('link.json'));
  execFileSync('mkfifo', [at('pipe.json')]);
});

const refused = (why: string) => ({ code: 2, stdout: '', stderr: expect.stringContaining(why) });

describe.skipIf(process.platform === 'win32')('a file that a call names', () => {
  test.each([
    ['issue', (file: string) => ['issue', '--data', data, file]],
    ['issue --from', (file: string) => ['issue', '--data', data, '--from', file]],
    ['verify', (file: string) => ['verify', file]],
    ['verify --trust', (file: string) => ['verify', '--trust', file, at('sale.json')]],
    ['network --trust', (file: string) => ['network', '--data', data, '--trust', file]],
    ['restore', (file: string) => ['restore', '--data', data, '--env', 'training', '--from', file]],
    ['verify-backup', (file: string) => ['verify-backup', file]],
    ['audit check --backup', (file: string) => ['audit', 'check', '--backup', file]],
  ])('%s: no link, no pipe, no device without an end', async (_, call) => {
    expect(await khatm(...call(at('link.json')))).toMatchObject(refused('link.json: is a link'));
    expect(await khatm(...call(at('pipe.json')))).toMatchObject(refused('pipe.json: is no plain file'));
    expect(await khatm(...call('/dev/zero'))).toMatchObject(refused('/dev/zero: is no plain file'));
  });

  test('a folder of sales with a pipe and a link: both are named, and nothing is issued', async () => {
    mkdirSync(at('sales'));
    writeFileSync(at('sales', 'a.json'), sale);
    symlinkSync(at('sale.json'), at('sales', 'b.json'));
    execFileSync('mkfifo', [at('sales', 'c.json')]);
    const { code, stdout, stderr } = await khatm('issue', '--data', data, '--from', at('sales'));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('b.json: is a link');
    expect(stderr).toContain('c.json: is no plain file');
  });

  test('a folder of archives with a pipe, a link and a device as its files', async () => {
    mkdirSync(at('archives'));
    const base = '310123456700003_2026-08_1';
    for (const make of [
      (file: string) => execFileSync('mkfifo', [file]),
      (file: string) => symlinkSync('/dev/zero', file),
    ]) {
      const file = at('archives', `${base}.manifest.json`);
      make(file);
      expect((await khatm('verify', file)).code).toBe(2);
      expect((await khatm('verify', at('archives'))).code).toBe(2);
      execFileSync('rm', [file]);
    }
  });

  test('a secret may lie behind a link, as containers place it, but not in a pipe', async () => {
    writeFileSync(at('otp'), 'x');
    symlinkSync(at('otp'), at('otp-link'));
    const call = (file: string) =>
      khatmWith({ KHATM_UPDATE_PASSPHRASE_FILE: file }, 'update', 'keys', '--out', folder, '--name', 'a');
    expect((await call(at('otp-link'))).stderr).toContain('at least 12 characters');
    expect((await call(at('pipe.json'))).stderr).toContain('pipe.json: is no plain file');
  });
});

describe('what a call writes', () => {
  test('issue --out: not among the program’s own files, nor below a folder that is missing', async () => {
    const issue = (out: string) => khatm('issue', '--data', data, '--out', out, at('sale.json'));
    const before = readdirSync(data);
    expect(await issue(path.join(data, 'out'))).toMatchObject(refused('program’s own files'));
    expect(await issue(at('none', 'out'))).toMatchObject(refused('no such file or folder'));
    expect([existsSync(at('none')), readdirSync(data)]).toEqual([false, before]);
  });

  test.skipIf(process.platform !== 'linux')(
    'a folder that the system does not make ends the call',
    async () => {
      // The system answers that the folder above is missing, as for a share that is offline.
      const issued = await khatm('issue', '--data', data, '--out', '/proc/khatm', at('sale.json'));
      expect(issued).toMatchObject(refused('/proc/khatm: no such file or folder'));
      const restored = await khatm('restore', '--data', '/proc/khatm', '--from', at('sale.json'));
      expect(restored.code).toBe(2);
    },
  );

  test('issue --out: takes the place of a link, and leaves alone what it leads to', async () => {
    mkdirSync(at('out'));
    const first = await khatm('issue', '--data', data, '--out', at('out'), at('sale.json'));
    expect(first.code).toBe(0);
    const [name = ''] = readdirSync(at('out'));
    execFileSync('rm', [at('out', name)]);
    writeFileSync(at('secret'), 'secret');
    symlinkSync(at('secret'), at('out', name));
    expect((await khatm('issue', '--data', data, '--out', at('out'), at('sale.json'))).code).toBe(0);
    expect(readFileSync(at('secret'), 'utf8')).toBe('secret');
    expect(readFileSync(at('out', name), 'utf8')).toContain('<Invoice');
  });
});
