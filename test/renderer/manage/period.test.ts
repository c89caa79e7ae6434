import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  moved,
  partOver,
  periodOf,
  plusDays,
  samePart,
  spans,
} from '../../../renderer/ui/language/period.ts';

describe('the period that a day is in', () => {
  it.each([
    ['day', '2026-11-22', '2026-11-22', '2026-11-22'],
    // The week begins with Sunday; the other date is the Saturday before.
    ['week', '2026-11-22', '2026-11-22', '2026-11-28'],
    ['week', '2026-11-21', '2026-11-15', '2026-11-21'],
    ['month', '2028-02-10', '2028-02-01', '2028-02-29'],
    ['quarter', '2026-12-31', '2026-10-01', '2026-12-31'],
    ['quarter', '2026-02-01', '2026-01-01', '2026-03-31'],
  ] as const)('%s of %s', (span, day, from, to) => {
    expect(periodOf(span, day)).toEqual({ from, to });
  });

  it('is followed by the next without a gap, and going back leads to it again', () => {
    const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => plusDays('2000-01-01', days));
    fc.assert(
      fc.property(
        anyDay,
        fc.constantFrom(...spans),
        fc.integer({ min: -30, max: 30 }),
        (day, span, steps) => {
          const period = periodOf(span, day);
          expect(period.from <= day && day <= period.to).toBe(true);
          expect(moved(span, period, 1).from).toBe(plusDays(period.to, 1));
          expect(moved(span, moved(span, period, steps), -steps)).toEqual(period);
        },
      ),
    );
  });
});

describe('a period in progress', () => {
  const today = '2026-11-23';
  const compared = (span: (typeof spans)[number], day: string, hour: number) => {
    const period = periodOf(span, day);
    const over = partOver(period, today, hour);
    return [over, samePart(over, period, moved(span, period, -1))];
  };

  it.each([
    ['day', today, ['2026-11-23', '2026-11-23', 14], ['2026-11-22', '2026-11-22', 14]],
    // Today is the Monday of a week that began on Sunday.
    ['week', today, ['2026-11-22', '2026-11-23', 14], ['2026-11-15', '2026-11-16', 14]],
    ['month', today, ['2026-11-01', '2026-11-23', 14], ['2026-10-01', '2026-10-23', 14]],
    ['quarter', today, ['2026-10-01', '2026-11-23', 14], ['2026-07-01', '2026-08-23', 14]],
    // A past month is compared as a whole with the month before, whatever their lengths.
    ['month', '2026-10-05', ['2026-10-01', '2026-10-31', 24], ['2026-09-01', '2026-09-30', 24]],
    ['month', '2026-09-05', ['2026-09-01', '2026-09-30', 24], ['2026-08-01', '2026-08-31', 24]],
  ] as const)('%s of %s is compared with as much of the one before', (span, day, over, before) => {
    const partOf = ([from, to, hour]: readonly [string, string, number]) => ({ from, to, before: hour });
    expect(compared(span, day, 14)).toEqual([partOf(over), partOf(before)]);
  });

  it('is compared with the whole of a shorter one', () => {
    const march = periodOf('month', '2026-03-31');
    const over = partOver(march, '2026-03-30', 9);
    expect(samePart(over, march, periodOf('month', '2026-02-01'))).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
      before: 24,
    });
  });
});
