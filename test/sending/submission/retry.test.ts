import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../main/gateway/outcome.ts';
import { authorityProfile } from '../../../main/gateway/profile.ts';
import { type Circumstances, decideRetry as decideBy } from '../../../main/sending/submission/retry.ts';
import {
  clearanceOff,
  cleared,
  credentialRefused,
  noAnswer,
  rateLimited,
  rejected,
  reported,
  requestRefused,
} from '../../support/run/outcomes.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const now = Date.UTC(2026, 10, 20, 10);

const decide = (outcome: Outcome, given: Circumstances) => decideBy(outcome, given, authorityProfile);

/**
 * These are the circumstances of a simplified invoice that was issued just now, after its first call and with the
 * longest random delay.
 */
const circumstances: Circumstances = {
  attempts: 1,
  mode: 'reporting',
  issuedAt: now,
  dueAt: now + 24 * hour,
  now,
  random: () => 1,
};

const delayAfter = (attempts: number, more: Partial<Circumstances> = {}, outcome = noAnswer) =>
  (decide(outcome, { ...circumstances, attempts, ...more }).nextAt ?? Number.NaN) - now;

describe('what an outcome means', () => {
  it.each([
    ['accepted', reported, { state: 'accepted' }],
    ['cleared', cleared, { state: 'accepted' }],
    ['rejected: final', rejected, { state: 'rejected' }],
    ['the request refused: a person must look', requestRefused, { state: 'parked' }],
    [
      'the credential refused: kept, asked again slowly',
      credentialRefused,
      { state: 'waiting', nextAt: now + 5 * minute },
    ],
  ])('%s', (_, outcome, decision) => {
    expect(decide(outcome, circumstances)).toEqual(decision);
  });

  it('clearance switched off: reported at once instead, within 24 hours of its issue', () => {
    const issuedAt = now - 3 * minute;
    expect(
      decide(clearanceOff, { ...circumstances, mode: 'clearance', issuedAt, dueAt: issuedAt + 5 * minute }),
    ).toEqual({ state: 'waiting', mode: 'reporting', reportBy: issuedAt + 24 * hour, nextAt: now });
  });

  it('every request refused: nothing is wrong with this document, which waits', () => {
    expect(decide(requestRefused, { ...circumstances, allRefused: true })).toEqual({
      state: 'waiting',
      nextAt: now + 5 * minute,
    });
  });

  it('clearance switched off in answer to reporting: not in a circle', () => {
    expect(delayAfter(1, {}, clearanceOff)).toBeGreaterThanOrEqual(second);
  });
});

describe('trying again', () => {
  it('doubles from 2 seconds to at most 5 minutes', () => {
    expect([1, 2, 3, 7, 8, 9, 100].map((attempts) => delayAfter(attempts))).toEqual([
      2 * second,
      4 * second,
      8 * second,
      128 * second,
      256 * second,
      300 * second,
      300 * second,
    ]);
  });

  it('is spread by chance over the whole delay', () => {
    expect([0, 0.5, 1].map((random) => delayAfter(9, { random: () => random }))).toEqual([
      second,
      150.5 * second,
      300 * second,
    ]);
  });

  it('of a clearance comes every 15 seconds while the buyer waits, then every 15 minutes', () => {
    const clearance = { mode: 'clearance', dueAt: now + 1 } as const;
    expect(delayAfter(50, clearance)).toBe(15 * second);
    expect(delayAfter(50, { ...clearance, dueAt: now })).toBe(15 * minute);
  });

  it('waits as long as the gateway asks', () => {
    expect(delayAfter(1, {}, rateLimited(90 * second))).toBe(90 * second);
    expect(delayAfter(1, {}, rateLimited(0))).toBe(2 * second);
  });

  it('of a busy gateway costs a document no place: only the circuit breaker waits longer', () => {
    expect(delayAfter(10, {}, rateLimited(0))).toBe(2 * second);
  });

  it('does not take every Retry-After at its word', () => {
    expect(delayAfter(1, {}, rateLimited(48 * hour))).toBe(hour);
  });

  it('has one more try before a reporting deadline', () => {
    const near = { dueAt: now + 10 * minute };
    expect(delayAfter(1, near, rateLimited(hour))).toBe(9 * minute);
    expect(delayAfter(100, { dueAt: now + 2 * minute })).toBe(minute);
  });

  it('goes on after the deadline', () => {
    expect(delayAfter(100, { dueAt: now - hour })).toBe(5 * minute);
  });

  it('is always in the future and never past the last chance before a deadline', () => {
    const any = fc.record({
      attempts: fc.integer({ min: 1, max: 2000 }),
      mode: fc.constantFrom('reporting' as const, 'clearance' as const),
      dueAt: fc.integer({ min: now - 48 * hour, max: now + 48 * hour }),
      chance: fc.double({ min: 0, max: 1, noNaN: true }),
      retryAfterMs: fc.integer({ min: 0, max: 10 * 24 * hour }),
    });
    fc.assert(
      fc.property(any, ({ chance, retryAfterMs, ...rest }) => {
        const { nextAt = Number.NaN } = decide(rateLimited(retryAfterMs), {
          ...circumstances,
          ...rest,
          random: () => chance,
        });
        expect(nextAt).toBeGreaterThan(now);
        expect(nextAt).toBeLessThanOrEqual(now + hour);
        const lastChance = rest.dueAt - authorityProfile.retry.beforeDeadline;
        if (rest.mode === 'reporting' && now < lastChance) expect(nextAt).toBeLessThanOrEqual(lastChance);
      }),
    );
  });
});
