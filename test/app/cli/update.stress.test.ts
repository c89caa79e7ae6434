import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { khatm, khatmWith, newFolder } from '../../support/khatm.ts';

const root = newFolder('cli-update');
afterAll(() => rmSync(root, { recursive: true }));
const dist = path.join(root, 'dist');
const env = { KHATM_UPDATE_PASSPHRASE: 'a passphrase for tests' };
const release = {
  ring: 'stable',
  serial: 3,
  notBefore: '2026-01-01T00:00:00.000Z',
  expires: '2036-01-01T00:00:00.000Z',
  stage: 10,
  minimumVersion: '0.1.0',
  notes: { en: 'Better.', ar: 'أفضل.' },
};

test('a maintainer makes keys, signs what was built, and sees what was changed afterwards', async () => {
  mkdirSync(dist, { recursive: true });
  writeFileSync(path.join(dist, 'Khatm-0.2.0.AppImage'), 'one');
  writeFileSync(path.join(dist, 'Khatm-0.2.0-arm64.deb'), 'two');
  writeFileSync(path.join(dist, 'builder-debug.yml'), 'no package');
  const file = path.join(root, 'release.json');
  writeFileSync(file, JSON.stringify(release));

  expect(
    await khatmWith({ KHATM_UPDATE_PASSPHRASE: 'short' }, 'update', 'keys', '--out', root),
  ).toMatchObject({
    code: 2,
  });
  const made = await khatmWith(env, 'update', 'keys', '--out', root);
  const spki = /spki: '([^']+)'/.exec(made.stdout)?.[1] ?? '';
  const key = path.join(root, 'khatm-release.key.pem');
  expect(readFileSync(key, 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY');
  if (process.platform !== 'win32') expect(statSync(key).mode & 0o077).toBe(0);
  // A key is never replaced.
  expect((await khatmWith(env, 'update', 'keys', '--out', root)).code).toBe(2);

  const sign = ['update', 'sign', '--dist', dist, '--key', key, '--release', file];
  const signed = await khatmWith(env, ...sign);
  expect(signed).toMatchObject({ code: 0, stdout: expect.stringContaining('linux arm64 deb') });
  expect(signed.stdout).not.toContain('builder-debug');
  const verify = ['update', 'verify', '--dist', dist];
  expect(await khatm(...verify, '--public', spki)).toMatchObject({ code: 0 });
  // The program does not trust this key unless it is given one.
  expect(await khatm(...verify)).toMatchObject({ code: 1 });

  writeFileSync(path.join(dist, 'Khatm-0.2.0.AppImage'), 'eno');
  expect(await khatm(...verify, '--public', spki)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /wrong: linux x64 appimage[\s\S]*right: linux arm64 deb|right: linux arm64 deb[\s\S]*wrong: linux x64/,
    ),
  });
  writeFileSync(file, JSON.stringify({ ...release, stage: 200 }));
  expect(await khatmWith(env, ...sign)).toMatchObject({ code: 2, stderr: expect.stringMatching(/^khatm: /) });
}, 180_000);

test('a terminal says what a folder offers, and installs nothing that is not signed', async () => {
  const target = path.join(root, 'Khatm.AppImage');
  writeFileSync(target, 'here');
  const data = path.join(root, 'data');
  const more = ['--from', dist, '--data', data, '--env', 'training'];
  const run = (name: string) => khatm('update', name, ...more, '--target', target);
  expect(await run('check')).toMatchObject({ code: 1, stdout: expect.stringContaining('no-keys') });
  expect(await run('install')).toMatchObject({ code: 1, stdout: expect.stringContaining('no-keys') });
  expect(readFileSync(target, 'utf8')).toBe('here');
  expect(await khatm('update', 'check', ...more, '--target', path.join(root, 'gone'))).toMatchObject({
    code: 2,
  });
}, 180_000);
