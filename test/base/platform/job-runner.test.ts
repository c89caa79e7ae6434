import { beforeEach, describe, expect, it } from 'vitest';
import {
  createJobRunner,
  longestPauseMs,
  pauseAfterErrorMs,
} from '../../../main/base/platform/job-runner.ts';
import { FakeClock } from '../../support/fake-clock.ts';

let clock: FakeClock;
let ticks: number;
let errors: unknown[];
/** Called at each tick. Its result is the answer of the tick. */
let tick: () => number | undefined;

beforeEach(() => {
  clock = new FakeClock();
  ticks = 0;
  errors = [];
  tick = () => undefined;
});

function open(onIdle?: () => void) {
  return createJobRunner({
    clock,
    tick() {
      ticks += 1;
      return tick();
    },
    onIdle,
    onError: (error) => errors.push(error),
  });
}

describe('ticks', () => {
  it('come at the start and after the pause that the last one asked for', async () => {
    tick = () => 1_000;
    open().start();
    expect(ticks).toBe(1);
    await clock.advance(999);
    expect(ticks).toBe(1);
    await clock.advance(1);
    expect(ticks).toBe(2);
  });

  it('come after the longest pause at the latest, and not at all where none is asked for', async () => {
    tick = () => (ticks === 1 ? Number.POSITIVE_INFINITY : undefined);
    open().start();
    await clock.advance(longestPauseMs);
    expect(ticks).toBe(2);
    await clock.advance(10 * longestPauseMs);
    expect(ticks).toBe(2);
  });

  it('go on after one that failed', async () => {
    tick = () => {
      if (ticks === 1) throw new Error('disk full');
      return undefined;
    };
    open().start();
    expect(errors).toEqual([new Error('disk full')]);
    await clock.advance(pauseAfterErrorMs);
    expect(ticks).toBe(2);
  });

  it('never come within a wake, and not before the start or after the stop', async () => {
    const runner = open();
    runner.wake();
    await clock.advance(1);
    expect(ticks).toBe(0);
    runner.start();
    runner.wake();
    expect(ticks).toBe(1);
    await clock.advance(1);
    expect(ticks).toBe(2);
    await runner.stop();
    const before = ticks;
    runner.wake();
    await clock.advance(1);
    expect(ticks).toBe(before);
  });

  it('are shared by whatever asks for one soon', async () => {
    const runner = open();
    runner.start();
    runner.soon();
    runner.soon();
    await runner.idle();
    expect(ticks).toBe(2);
  });
});

describe('jobs', () => {
  it('keep the queue from being idle until they end', async () => {
    let idle = 0;
    const runner = open(() => {
      idle += 1;
    });
    const end = runner.jobs.begin('a');
    runner.start();
    expect([idle, runner.isIdle, runner.jobs.has('a'), runner.jobs.ids()]).toEqual([0, false, true, ['a']]);
    const ended = runner.jobs.of('a');
    end();
    await ended;
    await runner.idle();
    expect([idle, runner.isIdle, runner.jobs.of('a')]).toEqual([1, true, undefined]);
  });

  it('are waited for by the stop, which ticks once more so that claims go back', async () => {
    const runner = open();
    runner.start();
    const end = runner.jobs.begin('a');
    let stopped = false;
    const stopping = runner.stop().then(() => {
      stopped = true;
    });
    expect([ticks, runner.isRunning]).toEqual([2, false]);
    await Promise.resolve();
    expect(stopped).toBe(false);
    end();
    await stopping;
  });
});
