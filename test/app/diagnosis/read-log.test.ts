import { appendFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readLog } from '../../../main/app/diagnosis/read-log.ts';
import { openLog } from '../../../main/base/platform/log.ts';
import { newFolder } from '../../support/khatm.ts';

/* Makes a line of the log as the window shows it. */

const line = (time: number, level: number, more: object = {}) =>
  `${JSON.stringify({ level, time, pid: 1, msg: 'failure', ...more })}\n`;

test('what the program writes is read back, without what others may have written', () => {
  const folder = newFolder('read-log');
  const log = openLog(folder);
  log.info('start');
  log.warn(
    { failure: { code: 'disk-full', detail: { why: 'ENOSPC', note: 'MARK' } }, doing: 'sale.issue' },
    'failure',
  );
  log.error({ err: new Error('MARK of a buyer') }, 'MARK in a message');
  const { lines, hasMore } = readLog(folder, { level: 'info' });
  expect(hasMore).toBe(false);
  expect(lines.map(({ level, message, failure }) => [level, message, failure])).toEqual([
    ['error', undefined, undefined],
    ['warning', 'failure', 'disk-full'],
    ['info', 'start', undefined],
  ]);
  expect(lines[1]?.detail).toBe('{"doing":"sale.issue","why":"ENOSPC"}');
  expect(JSON.stringify(lines)).not.toContain('MARK');
});

test('pages go on where the last one ended, across files and lines of one moment', () => {
  const folder = newFolder('read-log-pages');
  const file = path.join(folder, 'khatm.log');
  const old = path.join(folder, 'khatm.2026-01-01.1.000001.log');
  let text = '';
  for (let index = 0; index < 250; index += 1)
    text += line(1_000 + Math.floor(index / 3), index % 2 === 0 ? 50 : 30);
  writeFileSync(old, text);
  utimesSync(old, 1, 1);
  writeFileSync(file, line(5_000, 40));
  // This is what a power cut in the middle of a line leaves.
  appendFileSync(file, '{"level":50,"ti');
  for (const [level, all] of [
    ['info', 251],
    ['warning', 126],
    ['error', 125],
  ] as const) {
    const seen: string[] = [];
    let before: number | undefined;
    for (;;) {
      const page = readLog(folder, { level, before });
      seen.push(...page.lines.map(({ at }) => at));
      before = Date.parse(page.lines.at(-1)?.at ?? '');
      if (!page.hasMore) break;
    }
    expect(seen).toHaveLength(all);
    expect(seen).toEqual(seen.toSorted().toReversed());
  }
});

test('a folder without a log has no lines', () => {
  expect(readLog(path.join(newFolder('read-log-none'), 'gone'), { level: 'info' })).toEqual({
    lines: [],
    hasMore: false,
  });
});
