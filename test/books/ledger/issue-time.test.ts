import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issueTime } from '../../../main/books/ledger/times/issue-time.ts';

const second = 1000;
const last = Date.UTC(2026, 10, 20, 10);

describe('the time of the next document', () => {
  it.each([
    ['the clock’s, cut to seconds', last + 1999, last + second],
    ['the same second again', last + 999, last],
    ['the last document’s after a step back of a second', last - 1, last],
    ['the last document’s after a step back of two minutes', last - 120 * second, last],
    ['none after a longer step back', last - 120 * second - 1, undefined],
    ['none after a day', last - 86_400 * second, undefined],
  ])('is %s', (_, now, expected) => {
    expect(issueTime(now, last)).toBe(expected);
  });

  it('is the clock’s for the first document', () => {
    expect(issueTime(last + 1, undefined)).toBe(last);
  });

  it('never goes back and is never more than two minutes ahead, wherever the clock goes', () => {
    const steps = fc.array(fc.integer({ min: -200_000, max: 200_000 }), { maxLength: 50 });
    fc.assert(
      fc.property(steps, (moves) => {
        let now = last;
        let previous: number | undefined;
        for (const move of moves) {
          now += move;
          const issuedAt = issueTime(now, previous);
          if (issuedAt === undefined) {
            expect((previous ?? 0) - now).toBeGreaterThan(119 * second);
            continue;
          }
          expect(issuedAt).toBeGreaterThanOrEqual(previous ?? 0);
          expect(issuedAt % second).toBe(0);
          expect(issuedAt - now).toBeLessThanOrEqual(121 * second);
          expect(now - issuedAt).toBeLessThan(second);
          previous = issuedAt;
        }
      }),
    );
  });
});
