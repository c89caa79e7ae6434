import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openLog } from '../../../main/base/platform/log.ts';
import { newFolder } from '../../support/khatm.ts';
import { isWine } from '../../support/wine.ts';

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

// The test uses a Linux device that is always full.
test.skipIf(process.platform !== 'linux')('a full disk costs lines, not the terminal', () => {
  const folder = newFolder('log');
  const file = path.join(folder, 'khatm.log');
  symlinkSync('/dev/full', file);
  const log = openLog(folder);
  expect(() => log.error('lost')).not.toThrow();
  expect(() => log.error('lost too')).not.toThrow();
});

// On Windows only an administrator may create symbolic links.
test.skipIf(process.platform === 'win32')(
  'a log that cannot be opened is tried again with the next line',
  () => {
    const folder = newFolder('log');
    const file = path.join(folder, 'khatm.log');
    symlinkSync(path.join(folder, 'gone', 'khatm.log'), file);
    const log = openLog(folder);
    expect(() => log.error('lost')).not.toThrow();
    unlinkSync(file);
    log.error('kept');
    expect(messages(file)).toEqual(['kept']);
  },
);

/** Returns the lines of all files of a log, oldest first. */
const allMessages = (folder: string) =>
  readdirSync(folder)
    .toSorted((a, b) => Number(a === 'khatm.log') - Number(b === 'khatm.log') || a.localeCompare(b))
    .flatMap((name) => messages(path.join(folder, name)));

test('a full file is set aside, at a start and while running, and the oldest removed', () => {
  const folder = newFolder('log');
  const log = openLog(folder, { bytes: 1000, files: 3 });
  for (let line = 0; line < 100; line += 1) log.info(`line ${line}`);
  openLog(folder, { bytes: 1, files: 3 }).info('line 100');
  const names = readdirSync(folder);
  expect(names).toHaveLength(3);
  for (const name of names) expect(statSync(path.join(folder, name)).size).toBeLessThan(1200);
  const kept = allMessages(folder);
  // The newest lines are kept, without a gap.
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => `line ${101 - kept.length + at}`));
  expect(kept.length).toBeGreaterThan(10);
});

// Wine looks for the end of a file and writes there in two steps, so two processes may overwrite each other's lines.
test.skipIf(isWine)('two processes on one folder lose no line', async () => {
  const folder = newFolder('log');
  const program = `import { openLog } from ${JSON.stringify(pathToFileURL(path.resolve('main/base/platform/log.ts')).href)};
    const log = openLog(${JSON.stringify(folder)}, { bytes: 2000, files: 1000 });
    for (let line = 0; line < 500; line += 1) log.info(process.argv[1] + line);`;
  const processes = ['a', 'b'].map((name) =>
    spawn(process.execPath, ['--input-type=module', '-e', program, name], { stdio: 'inherit' }),
  );
  await Promise.all(processes.map((each) => once(each, 'exit')));
  const lines = ['a', 'b'].flatMap((name) => Array.from({ length: 500 }, (_, line) => `${name}${line}`));
  expect(allMessages(folder).toSorted()).toEqual(lines.toSorted());
});
