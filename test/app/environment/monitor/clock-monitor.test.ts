import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ClockEvent,
  type ClockMonitor,
  createClockMonitor,
} from '../../../../main/app/environment/monitor/clock-monitor.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

let clock: FakeClock;
let events: ClockEvent[];
let watch: ClockMonitor;

beforeEach(() => {
  clock = new FakeClock();
  events = [];
  watch = createClockMonitor({ clock, onJump: (event) => events.push(event) });
  watch.start();
  return () => watch.stop();
});

/** Reports an answer that took `tookMs`, from a gateway whose clock is `aheadMs` ahead of ours. */
function answer(aheadMs: number, tookMs = 100): void {
  const endedAt = clock.now();
  const written = endedAt - tookMs / 2 + aheadMs;
  watch.noteServerTime({
    serverTime: Math.floor(written / second) * second,
    begunAt: endedAt - tookMs,
    endedAt,
  });
}

describe('against the gateway’s clock', () => {
  it('knows nothing before the first answer', () => {
    expect(watch.skewMs()).toBeUndefined();
    expect(watch.current()).toBeUndefined();
  });

  it.each([0, 300, 700, -700])('takes a clock that may agree (%i ms off) for right', (offMs) => {
    for (let i = 0; i < 10; i += 1) {
      clock.set(clock.now() + 137);
      answer(offMs, 2 * second);
      expect(watch.skewMs()).toBe(0);
    }
  });

  it('finds a skew to the second, whatever part of a second was cut off', async () => {
    for (let i = 0; i < 10; i += 1) {
      await clock.advance(137);
      answer(-10 * minute);
      expect(watch.skewMs()).toBeLessThanOrEqual(10 * minute);
      expect(watch.skewMs()).toBeGreaterThan(10 * minute - 1.2 * second);
      answer(10 * minute);
      expect(watch.skewMs()).toBeGreaterThanOrEqual(-10 * minute);
      expect(watch.skewMs()).toBeLessThan(-10 * minute + 1.2 * second);
    }
  });

  it('does not blame the clock for an answer that took long', () => {
    answer(0, 30 * second);
    answer(14 * second, 30 * second);
    expect(watch.skewMs()).toBe(0);
  });

  it('alarms beyond two minutes, with the size, as long as it lasts', () => {
    answer(-minute);
    expect(watch.current()).toBeUndefined();
    answer(-3 * minute);
    expect(watch.current()).toMatchObject({ kind: 'clock', level: 'red' });
    expect(watch.current()?.skewMs).toBeGreaterThan(2.9 * minute);
    answer(3 * minute);
    expect(watch.current()?.skewMs).toBeLessThan(-2.9 * minute);
    answer(0);
    expect(watch.current()).toBeUndefined();
  });

  it('sees a clock that is set afterwards without another answer', async () => {
    answer(0);
    clock.set(clock.now() + hour);
    expect(watch.current()?.skewMs).toBeGreaterThan(59 * minute);
    clock.set(clock.now() - hour);
    expect(watch.current()).toBeUndefined();
    clock.set(clock.now() - hour);
    expect(watch.current()?.skewMs).toBeLessThan(-59 * minute);
    await clock.advance(24 * hour);
    expect(watch.current()?.skewMs).toBeLessThan(-59 * minute);
  });

  it('draws nothing from an answer during which the clock was set back', () => {
    answer(0);
    watch.noteServerTime({ serverTime: clock.now(), begunAt: clock.now() + hour, endedAt: clock.now() });
    expect(watch.skewMs()).toBe(0);
  });
});

describe('against a clock that nobody sets', () => {
  it('says nothing while both go on evenly, be it for weeks', async () => {
    await clock.advance(24 * hour);
    expect(events).toEqual([]);
  });

  it('tells sleep', async () => {
    await clock.advance(10 * second);
    clock.sleep(8 * hour);
    await clock.advance(15 * second);
    expect(events).toEqual([{ kind: 'slept', byMs: 8 * hour }]);
    answer(0);
    expect(watch.current()).toBeUndefined();
  });

  it('tells a clock that was set forward or back, and by how much', async () => {
    clock.set(clock.now() + hour);
    await clock.advance(15 * second);
    clock.set(clock.now() - 2 * hour);
    await clock.advance(15 * second);
    expect(events).toEqual([
      { kind: 'set-forward', byMs: hour },
      { kind: 'set-back', byMs: 2 * hour },
    ]);
  });

  it('tells both when the clock was set while the machine slept', async () => {
    clock.sleep(8 * hour);
    clock.set(clock.now() - 3 * hour);
    await clock.advance(15 * second);
    expect(events).toEqual([
      { kind: 'set-back', byMs: 3 * hour },
      { kind: 'slept', byMs: 8 * hour },
    ]);
  });

  it('lets a time server move the clock by a little', async () => {
    for (let i = 0; i < 20; i += 1) {
      clock.set(clock.now() + (i % 2 === 0 ? 900 : -900));
      await clock.advance(15 * second);
    }
    expect(events).toEqual([]);
  });

  it.each(['Asia/Riyadh', 'Europe/Berlin', 'America/New_York'])('has no summer time, in %s', async (zone) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      // The nights are those in which the clocks of Berlin and New York change.
      for (const night of [Date.UTC(2027, 2, 14, 5), Date.UTC(2027, 2, 28), Date.UTC(2027, 9, 31)]) {
        clock = new FakeClock(night);
        watch = createClockMonitor({ clock, onJump: (event) => events.push(event) });
        watch.start();
        answer(0);
        await clock.advance(6 * hour);
        expect(watch.current()).toBeUndefined();
        watch.stop();
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
    expect(events).toEqual([]);
  });
});
