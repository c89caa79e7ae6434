import { beforeEach, describe, expect, it } from 'vitest';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { createDailyPrune } from '../../../main/integration/store/prune-daily.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

let clock: FakeClock;
let open: (keepDays?: number) => () => void;
/** The times passed to each pruning. It removes older rows. */
let pruned: number[];

beforeEach(() => {
  clock = new FakeClock();
  pruned = [];
  const database = openIntegrationStore(':memory:');
  open = (keepDays = 3) =>
    createDailyPrune({ database, clock, keepDays, prune: (before) => pruned.push(before) });
});

describe('what is done with', () => {
  it('goes once it is older than the days it is kept', async () => {
    const prune = open();
    for (let days = 0; days < 4; days += 1) {
      prune();
      await clock.advance(day);
    }
    const end = clock.now();
    expect(pruned).toEqual([end - 5 * day, end - 4 * day]);
  });

  it('is looked at once a day', async () => {
    const prune = open(1);
    for (let hours = 0; hours < 12; hours += 1) {
      prune();
      await clock.advance(hour);
    }
    expect(pruned).toHaveLength(1);
  });

  it('is counted through restarts, for each who keeps it by his own measure', async () => {
    const prunes = (keepDays: number) => {
      open(keepDays)();
      return pruned.splice(0);
    };
    const times = [];
    for (let days = 0; days < 4; days += 1) {
      times.push([prunes(4), prunes(3), prunes(3)].map(({ length }) => length));
      await clock.advance(day);
    }
    expect(times).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 1, 1],
      [1, 1, 1],
    ]);
  });

  it('stays though a clock is set far ahead again and again, for what that clock was set to', async () => {
    const right = clock.now();
    const prune = open();
    prune();
    for (let times = 0; times < 9; times += 1) {
      clock.set(right + 300 * day);
      open()();
      prune();
      clock.set(right);
      prune();
    }
    expect(pruned).toEqual([]);
  });

  it('is measured by no day from the future once the clock is right again', async () => {
    clock.set(clock.now() + 300 * day);
    const prune = open();
    prune();
    clock.set(clock.now() - 300 * day);
    const begun = clock.now();
    for (let days = 0; days < 3; days += 1) {
      prune();
      await clock.advance(day);
    }
    // If the day in the future counted, three days would have passed on the second day. Only rows older than three real
    // days are pruned.
    expect(pruned).toEqual([begun - 2 * day, begun - day]);
  });
});

it('keeps nothing longer than it can count', () => {
  expect(() => open(181)).toThrow('at most 180');
});
