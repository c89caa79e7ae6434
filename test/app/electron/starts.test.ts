import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { type Boot, isSameBoot, presentBoot } from '../../../main/app/electron/program/boot.ts';
import { pruneDumps } from '../../../main/app/electron/program/crash-dumps.ts';
import { mendGpu } from '../../../main/app/electron/program/mend-gpu.ts';
import { beginStart, type Start } from '../../../main/app/electron/program/starts.ts';
import { newFolder } from '../../support/khatm.ts';

/* Tests the record of starts and crashes. */

const electron = vi.hoisted(() => ({ gone: (_event: unknown, _details: unknown): void => undefined }));
vi.mock('electron', () => ({
  app: {
    on: (_: string, listener: typeof electron.gone) => {
      electron.gone = listener;
    },
  },
}));

const minute = 60_000;

/** Creates a machine whose clock a test can set. */
function machine() {
  const file = path.join(newFolder('starts'), 'deep', 'starts.json');
  const clock = { now: 1_800_000_000_000 };
  let boot: Boot = 'first';
  const begin = (wantsSafeMode = false): Start =>
    beginStart(file, { wantsSafeMode, now: () => clock.now, boot });
  /** Simulates a power cut or a restart of the machine. */
  const reboots = (into: Boot) => {
    boot = into;
  };
  return { file, clock, begin, reboots };
}

test('two starts that do not come up make the third one safe, and one that does ends it', () => {
  const { begin } = machine();
  expect(begin().safeMode).toBeUndefined();
  expect(begin().safeMode).toBeUndefined();
  const third = begin();
  expect(third).toMatchObject({ safeMode: 'starts', withoutGpu: true });
  // The start in safe mode fails too.
  const fourth = begin();
  expect(fourth.safeMode).toBe('starts');
  fourth.succeeded();
  expect(begin()).toMatchObject({ safeMode: undefined, withoutGpu: false });
});

test('a start that succeeded is none that failed, and a person may ask for safe mode', () => {
  const { begin } = machine();
  for (let round = 0; round < 5; round += 1) {
    const start = begin();
    expect(start.safeMode).toBeUndefined();
    start.succeeded();
  }
  expect(begin(true).safeMode).toBe('asked');
});

test('the power may end three starts in a row; after a fourth one the program may be what hangs', () => {
  // If the system does not identify a boot, its time is compared.
  const boots: ((cut: number) => Boot)[] = [
    (cut) => `boot ${cut}`,
    (cut) => 1_800_000_000_000 + cut * minute,
  ];
  for (const bootAt of boots) {
    const { begin, reboots } = machine();
    reboots(bootAt(0));
    for (let cut = 1; cut <= 4; cut += 1) {
      expect(begin().safeMode).toBeUndefined();
      reboots(bootAt(cut));
    }
    const start = begin();
    expect(start).toMatchObject({ safeMode: 'starts', withoutGpu: true });
    start.succeeded();
    reboots(bootAt(5));
    expect(begin().safeMode).toBeUndefined();
  }
});

test('starts that fail between two boots count on, with those before a power cut', () => {
  const { begin, reboots } = machine();
  begin();
  expect(begin().safeMode).toBeUndefined();
  reboots('second');
  expect(begin().safeMode).toBeUndefined();
  expect(begin().safeMode).toBe('starts');
  reboots('third');
  expect(begin().safeMode).toBe('starts');
});

test('a boot is the same until the next, also while the clock is adjusted a little', () => {
  const at = 1_800_000_000_000;
  expect(isSameBoot(presentBoot(at), presentBoot(at + 1))).toBe(true);
  const missing = path.join(newFolder('starts'), 'none');
  expect(isSameBoot(presentBoot(at, missing), presentBoot(at + 900, missing))).toBe(true);
  expect(isSameBoot(presentBoot(at, missing), presentBoot(at + minute, missing))).toBe(false);
  expect(isSameBoot('one', presentBoot(at, missing))).toBe(false);
});

test('it starts again three times in ten minutes, then in safe mode, and then no more', () => {
  const { begin, clock } = machine();
  const stop = (isSafe: boolean) => {
    const start = begin();
    expect(start.safeMode).toBe(isSafe ? 'stops' : undefined);
    start.succeeded();
    clock.now += minute;
    return start.stops('exception', new Error('a defect'));
  };
  const first = machine().begin();
  expect(first.after).toBeUndefined();
  for (let round = 0; round < 3; round += 1) expect(stop(false)).toBe(true);
  // This is the fourth stop within ten minutes.
  expect(stop(false)).toBe(true);
  for (let round = 0; round < 3; round += 1) expect(stop(true)).toBe(true);
  expect(stop(true)).toBe(false);
  // A person starts the program, so it starts normally.
  expect(begin().safeMode).toBeUndefined();
});

test('stops that are far from each other do not add up', () => {
  const { begin, clock } = machine();
  for (let round = 0; round < 20; round += 1) {
    const start = begin();
    expect(start.safeMode).toBeUndefined();
    start.succeeded();
    expect(start.stops('page')).toBe(true);
    clock.now += 4 * minute;
  }
});

test('the next start knows why, and only the next', () => {
  const { begin, clock } = machine();
  const error = new Error('a defect');
  begin().stops('exception', error);
  const second = begin();
  second.succeeded();
  expect(second.after).toEqual({ cause: 'exception', at: clock.now, stack: error.stack });
  const other = begin();
  expect(other.after).toBeUndefined();
  other.succeeded();
  other.stops('gpu');
  expect(begin()).toMatchObject({ withoutGpu: true, safeMode: undefined, after: { cause: 'gpu' } });
  expect(begin().withoutGpu).toBe(false);
});

test.each(['', 'null', '[]', '{"stops":"x","failed":{},"next":{"after":1}}', '{"next":null}'])(
  'a memory of %j counts as none',
  (text) => {
    const { file, begin } = machine();
    mkdirSync(path.dirname(file));
    writeFileSync(file, text);
    expect(begin()).toMatchObject({ safeMode: undefined, after: undefined, withoutGpu: false });
  },
);

test('a memory that cannot be written keeps nobody from starting, and starts nothing again by itself', () => {
  const folder = newFolder('starts');
  writeFileSync(path.join(folder, 'file'), '');
  const start = beginStart(path.join(folder, 'file', 'starts.json'), {
    wantsSafeMode: false,
    now: Date.now,
    boot: 'first',
  });
  expect(start.safeMode).toBeUndefined();
  expect(start.stops('page')).toBe(false);
});

test('a write that fails leaves what was counted before', () => {
  const { file, begin, clock } = machine();
  expect(begin().stops('page')).toBe(true);
  const counted = readFileSync(file, 'utf8');
  // The new file is written here first.
  mkdirSync(`${file}.coming`);
  const start = begin();
  expect(start.after).toMatchObject({ cause: 'page', at: clock.now });
  expect(start.stops('page')).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe(counted);
});

test('the process that draws may stop once; the second time within a minute the program starts again', () => {
  const again: string[] = [];
  let now = 0;
  mendGpu({ again: (cause) => again.push(cause) > 0 }, () => now);
  const gone = (type: string, reason: string) => electron.gone({}, { type, reason });
  gone('GPU', 'crashed');
  gone('Utility', 'crashed');
  gone('GPU', 'clean-exit');
  now += 2 * minute;
  gone('GPU', 'crashed');
  expect(again).toEqual([]);
  now += 1_000;
  gone('GPU', 'oom');
  expect(again).toEqual(['gpu']);
});

test('the five newest dumps of the last month are kept, with what belongs to them', async () => {
  const folder = newFolder('dumps');
  const now = 1_800_000_000_000;
  mkdirSync(path.join(folder, 'pending'));
  const day = 24 * 60 * minute;
  const ages = [0, 1, 2, 3, 4, 5, 40];
  for (const days of ages)
    for (const ending of ['dmp', 'meta']) {
      const file = path.join(folder, 'pending', `${days}.${ending}`);
      writeFileSync(file, '');
      utimesSync(file, (now - days * day) / 1000, (now - days * day) / 1000);
    }
  writeFileSync(path.join(folder, 'settings.dat'), '');
  await pruneDumps(folder, now);
  expect(readdirSync(path.join(folder, 'pending')).toSorted()).toEqual(
    [0, 1, 2, 3, 4].flatMap((days) => [`${days}.dmp`, `${days}.meta`]),
  );
  await pruneDumps(folder, now + 29 * day);
  expect(readdirSync(path.join(folder, 'pending'))).toEqual(['0.dmp', '0.meta', '1.dmp', '1.meta']);
  expect(readdirSync(folder)).toContain('settings.dat');
  await expect(pruneDumps(path.join(folder, 'none'), now)).resolves.toBeUndefined();
});
