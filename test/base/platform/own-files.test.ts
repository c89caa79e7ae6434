import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { appendOwn, readOwn, writeOwn } from '../../../main/base/platform/files/own-files.ts';
import { newFolder } from '../../support/khatm.ts';

const onUnix = test.skipIf(process.platform === 'win32');

onUnix('a link in place of an own file is neither read nor written through', () => {
  const folder = newFolder('own-link');
  const [victim, link] = [path.join(folder, 'victim'), path.join(folder, 'link')];
  writeFileSync(victim, 'theirs');
  symlinkSync(victim, link);
  symlinkSync(victim, path.join(folder, 'other.part'));
  expect(readOwn(link)).toBeUndefined();
  expect(() => appendOwn(link, 'ours')).toThrow();
  expect(() => writeOwn(path.join(folder, 'other'), 'ours')).toThrow();
  expect(readFileSync(victim, 'utf8')).toBe('theirs');
});

onUnix('a pipe or a folder in place of an own file holds up nothing', () => {
  const folder = newFolder('own-pipe');
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  mkdirSync(path.join(folder, 'folder'));
  for (const place of [pipe, path.join(folder, 'folder')]) {
    expect(readOwn(place)).toBeUndefined();
    expect(() => appendOwn(place, 'text')).toThrow();
  }
});
