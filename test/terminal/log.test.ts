import { readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openLog } from '../../main/log.ts';
import { newFolder } from '../support/khatm.ts';

const messages = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg);

test('lines are in the file at once, after those of an earlier start', () => {
  const folder = newFolder('log');
  openLog(folder).info('first');
  openLog(folder).info({ secret: 'of nobody' }, 'second');
  const file = path.join(folder, 'khatm.log');
  expect(messages(file)).toEqual(['first', 'second']);
  expect(readFileSync(file, 'utf8')).not.toContain('of nobody');
});

// Linux has a device that is always full.
test.skipIf(process.platform !== 'linux')('a full disk costs lines, not the terminal', () => {
  const folder = newFolder('log');
  const file = path.join(folder, 'khatm.log');
  symlinkSync('/dev/full', file);
  const log = openLog(folder);
  expect(() => log.error('lost')).not.toThrow();
  expect(() => log.error('lost too')).not.toThrow();
});

test('a log that cannot be opened is tried again with the next line', () => {
  const folder = newFolder('log');
  const file = path.join(folder, 'khatm.log');
  symlinkSync(path.join(folder, 'gone', 'khatm.log'), file);
  const log = openLog(folder);
  expect(() => log.error('lost')).not.toThrow();
  unlinkSync(file);
  log.error('kept');
  expect(messages(file)).toEqual(['kept']);
});
