import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createDamageNote } from '../../../main/app/environment/guards/damage-note.ts';
import { createDamageWatch } from '../../../main/app/environment/guards/damage-watch.ts';
import { testFolder, testLedger } from '../../books/ledger/support.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function openWatch(findings: () => readonly string[], newest: () => string | undefined = () => undefined) {
  const { settings } = testLedger();
  const file = path.join(testFolder(), 'ledger.db');
  const errors: unknown[] = [];
  const clock = new FakeClock();
  let checks = 0;
  let changes = 0;
  const checkInUse = async () => {
    checks += 1;
    return findings();
  };
  /** @param write writes the file's rows; by default it writes those of a sound file */
  const open = (write = settings.write, ledgerFile = file) =>
    createDamageWatch({
      ledger: { checkInUse, checkNewest: newest },
      note: createDamageNote({ settings: { ...settings, write } }, ledgerFile),
      clock,
      onChange() {
        changes += 1;
      },
      onError(error) {
        errors.push(error);
      },
    });
  return { open, clock, settings, errors, checks: () => checks, changes: () => changes };
}

test('a failure that is not of the ledger stops nothing, and has its file checked now and then', async () => {
  const { open, clock, checks, changes } = openWatch(() => []);
  const watch = open();
  watch.suspect();
  watch.suspect();
  await watch.check();
  watch.suspect();
  expect([watch.failure(), checks(), changes()]).toEqual([undefined, 1, 0]);
  await clock.advance(11 * 60_000);
  watch.suspect();
  expect(checks()).toBe(2);
});

test('damage stays known over a restart, until the file is whole again', async () => {
  let damage = ['row 7 missing'];
  const { open, changes } = openWatch(() => damage);
  const watch = open();
  watch.suspect();
  await watch.check();
  const failure = { code: 'ledger-broken', detail: { found: 'row 7 missing' } };
  expect([watch.failure(), changes()]).toEqual([failure, 1]);
  const later = open();
  expect(later.failure()).toEqual(failure);
  later.start();
  await later.check();
  expect(later.failure()).toEqual(failure);
  damage = [];
  const mended = open();
  mended.start();
  await mended.check();
  expect([mended.failure(), open().failure(), changes()]).toEqual([undefined, undefined, 2]);
});

test('damage stops every program on the folder, as soon as one has found it, and until one finds it gone', async () => {
  let damage = ['row 7 missing'];
  const { open, changes } = openWatch(() => damage);
  const [finder, other] = [open(), open()];
  expect(other.failure()).toBeUndefined();
  await finder.check();
  expect(other.failure()).toEqual({ code: 'ledger-broken', detail: { found: 'row 7 missing' } });
  expect(changes()).toBe(2);
  damage = [];
  await other.check();
  expect([finder.failure(), other.failure(), changes()]).toEqual([undefined, undefined, 4]);
});

const unwritable = () => {
  throw new Error('database disk image is malformed');
};

test('damage of a file that takes no note is known to other programs and over a restart all the same', async () => {
  let damage = ['row 7 missing'];
  const { open, errors } = openWatch(() => damage);
  const other = open();
  const watch = open(unwritable);
  await watch.check();
  await watch.stop();
  const failure = { code: 'ledger-broken', detail: { found: 'row 7 missing' } };
  expect([watch.failure(), other.failure(), open().failure()]).toEqual([failure, failure, failure]);
  damage = [];
  await open().check();
  expect([open().failure(), errors]).toEqual([undefined, []]);
});

test('damage that was noted nowhere stops its finder, and is noted at its end if that is possible then', async () => {
  const { open, errors, settings } = openWatch(() => ['row 7 missing']);
  let isFull = true;
  const write: typeof settings.write = (...row) => (isFull ? unwritable() : settings.write(...row));
  const watch = open(write, path.join(testFolder(), 'none', 'ledger.db'));
  await watch.check();
  expect([watch.failure()?.code, open().failure(), errors.length]).toEqual(['ledger-broken', undefined, 1]);
  isFull = false;
  await watch.stop();
  expect(open().failure()?.code).toBe('ledger-broken');
});

test('damage that was noted nowhere is not noted beside the backup that took the place of its file', async () => {
  const { open, errors } = openWatch(() => ['row 7 missing']);
  const ledgerFile = path.join(testFolder(), 'ledger.db');
  writeFileSync(ledgerFile, 'damaged');
  // Nothing can be written beside the file for the moment.
  mkdirSync(`${ledgerFile}-damage`);
  const watch = open(unwritable, ledgerFile);
  await watch.check();
  expect([watch.failure()?.code, errors.length]).toEqual(['ledger-broken', 1]);
  // This is what a restore by another program does.
  for (const ending of ['', '-damage']) renameSync(ledgerFile + ending, `${ledgerFile}.aside${ending}`);
  writeFileSync(ledgerFile, 'sound');
  await watch.stop();
  expect(open(undefined, ledgerFile).failure()).toBeUndefined();
  // The damage still stops the program that found it, because that program has the damaged file open.
  expect(watch.failure()?.code).toBe('ledger-broken');
  // A program that finds the earlier file sound must not delete the note that came with the backup either.
  const found: string[] = [];
  const other = openWatch(() => found).open(undefined, ledgerFile);
  renameSync(ledgerFile, `${ledgerFile}.second`);
  writeFileSync(ledgerFile, 'damaged too');
  writeFileSync(`${ledgerFile}-damage`, 'row 9 missing');
  await other.check();
  expect([other.failure(), open(undefined, ledgerFile).failure()?.detail]).toEqual([
    undefined,
    { found: 'row 9 missing' },
  ]);
});

test('an altered row of what was issued last stops sales at once, and all are compared within the day', async () => {
  const { open, checks } = openWatch(
    () => [],
    () => 'document-differs at 9',
  );
  const altered = open();
  altered.start();
  expect(altered.failure()).toEqual({ code: 'ledger-broken', detail: { found: 'document-differs at 9' } });
  await altered.stop();

  const sound = openWatch(() => ['answer-differs at 2']);
  const watch = sound.open();
  watch.start();
  expect(watch.failure()).toBeUndefined();
  await sound.clock.advance(10 * 60_000);
  await watch.check();
  expect(watch.failure()).toMatchObject({ detail: { found: 'answer-differs at 2' } });
  await watch.stop();
  expect(checks()).toBe(0);
});

test('a comparison of all records says how far it is, and when the last one ended', async () => {
  const { settings } = testLedger();
  const clock = new FakeClock();
  const seen: unknown[] = [];
  const watch = createDamageWatch({
    ledger: {
      async checkInUse({ onProgress } = {}) {
        onProgress?.({ step: 'checking', done: 500, of: 1_200 });
        seen.push(watch.comparison());
        return [];
      },
      checkNewest: () => undefined,
    },
    note: createDamageNote({ settings }, undefined),
    clock,
    onChange: () => undefined,
    onError: (error) => seen.push(error),
  });
  seen.push(watch.comparison());
  await watch.check();
  const at = clock.now();
  expect([...seen, watch.comparison()]).toEqual([{}, { done: 500, of: 1_200 }, { at }]);
});
