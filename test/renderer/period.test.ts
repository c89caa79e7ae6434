import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moved, periodOf, plusDays, spans } from '../../renderer/today/period.ts';

describe('the period that a day is in', () => {
  it.each([
    ['day', '2026-11-22', '2026-11-22', '2026-11-22'],
    // A Sunday, with which the week begins, and the Saturday before.
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
