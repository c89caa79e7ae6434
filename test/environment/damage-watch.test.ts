import { expect, test } from 'vitest';
import { createDamageWatch } from '../../main/environment/damage-watch.ts';
import { testLedger } from '../ledger/support.ts';
import { FakeClock } from '../support/fake-clock.ts';

function openWatch(findings: () => readonly string[]) {
  const { settings } = testLedger();
  const clock = new FakeClock();
  let checks = 0;
  let changes = 0;
  const checkInUse = async () => {
    checks += 1;
    return findings();
  };
  const open = () =>
    createDamageWatch({
      ledger: { settings, checkInUse },
      clock,
      onChange() {
        changes += 1;
      },
      onError(error) {
        throw error;
      },
    });
  return { open, clock, checks: () => checks, changes: () => changes };
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
