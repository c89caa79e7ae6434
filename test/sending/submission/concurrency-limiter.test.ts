import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createConcurrencyLimiter } from '../../../main/sending/submission/concurrency-limiter.ts';

describe('how many calls go at once', () => {
  it('begins with one and doubles with each round of good answers, up to its most', () => {
    const limiter = createConcurrencyLimiter(8);
    const limits = [limiter.limit];
    for (let round = 0; round < 4; round += 1) {
      for (let call = limiter.limit; call > 0; call -= 1) limiter.answered(50);
      limits.push(limiter.limit);
    }
    expect(limits).toEqual([1, 2, 4, 8, 8]);
  });

  it('is halved when it is too much, once for all that were under way together, and then rises slowly', () => {
    const limiter = createConcurrencyLimiter(8);
    for (let i = 0; i < 20; i += 1) limiter.answered(50);
    for (let i = 0; i < 8; i += 1) limiter.overloaded(1000, 1050 + i, true);
    expect(limiter.limit).toBe(4);
    for (let i = 0; i < 15; i += 1) limiter.answered(50);
    expect(limiter.limit).toBe(4);
    limiter.answered(50);
    expect(limiter.limit).toBe(5);
    limiter.overloaded(2000, 2050, true);
    expect(limiter.limit).toBe(2);
    expect(limiter.gapMs).toBe(0);
  });

  it('rises no more while answers stand in line there, and falls where the line is long', () => {
    const limiter = createConcurrencyLimiter(8);
    for (let i = 0; i < 2; i += 1) limiter.answered(50);
    for (let i = 0; i < 30; i += 1) limiter.answered(150);
    const limit = limiter.limit;
    expect(limit).toBeLessThan(8);
    for (let i = 0; i < 20; i += 1) limiter.answered(400);
    expect(limiter.limit).toBeLessThan(limit);
  });

  it('takes a gateway that has become slower for good as it is', () => {
    const limiter = createConcurrencyLimiter(8);
    for (let i = 0; i < 3; i += 1) limiter.answered(50);
    for (let i = 0; i < 300; i += 1) limiter.answered(500);
    expect(limiter.limit).toBe(8);
  });

  it('is not held down by one slow answer', () => {
    const limiter = createConcurrencyLimiter(8);
    limiter.answered(5_000);
    for (let i = 0; i < 10; i += 1) limiter.answered(50);
    limiter.answered(5_000);
    expect(limiter.limit).toBe(8);
  });

  it('spaces the calls where even one after the other is too much, and closes up again when they are good', () => {
    const limiter = createConcurrencyLimiter(8);
    for (let i = 1; i <= 8; i += 1) limiter.overloaded(i * 1000, i * 1000 + 50, true);
    expect(limiter.gapMs).toBeGreaterThan(1000);
    for (let i = 0; i < 300; i += 1) limiter.answered(50);
    expect(limiter.gapMs).toBe(0);
    expect(limiter.limit).toBe(8);
  });

  it('does not take an outage for a gateway that wants its calls spaced', () => {
    const limiter = createConcurrencyLimiter(8);
    for (let i = 1; i <= 1000; i += 1) limiter.overloaded(i * 60_000, i * 60_000 + 30_000, false);
    expect(limiter).toMatchObject({ limit: 1, gapMs: 0 });
  });

  it('stays between one and its most, and never spaces calls by more than seconds', () => {
    const step = fc.oneof(
      fc.record({ took: fc.integer({ min: 0, max: 60_000 }) }),
      fc.record({ spaced: fc.boolean(), after: fc.integer({ min: 0, max: 100_000 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const limiter = createConcurrencyLimiter(8);
        let now = 0;
        for (const each of steps) {
          if ('took' in each) limiter.answered(each.took);
          else {
            now += each.after;
            limiter.overloaded(now, now + 1, each.spaced);
          }
          expect(limiter.limit).toBeGreaterThanOrEqual(1);
          expect(limiter.limit).toBeLessThanOrEqual(8);
          expect(limiter.gapMs).toBeLessThanOrEqual(15_000);
        }
      }),
    );
  });
});
