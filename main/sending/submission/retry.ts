import type { SubmissionMode } from '../../../shared/status.ts';
import { type BackOff, pauseAfter } from '../../base/platform/back-off.ts';
import type { Decision } from '../../books/ledger/documents/submission.ts';
import type { Outcome } from '../../gateway/outcome.ts';
import type { GatewayProfile } from '../../gateway/profile.ts';

/*
 * Decides what an outcome means for a submission, and when an uncertain one is repeated. It is a pure function: time
 * and chance are parameters, and the figures come from the gateway profile.
 */

export type Timings = Pick<GatewayProfile, 'timings' | 'retry'>;
type RetryTimings = Timings['retry'];

export interface Circumstances {
  /** The number of calls begun for this document, the one that just ended included; from 1. */
  readonly attempts: number;
  readonly mode: SubmissionMode;
  readonly issuedAt: number;
  /**
   * The deadline, in milliseconds since 1970: for clearance the end of the minutes that a buyer waits, for reporting
   * the legal deadline.
   */
  readonly dueAt: number;
  readonly now: number;
  /** Returns a uniform random number from [0, 1). */
  readonly random: () => number;
  /** True when every document would apparently be refused, so that this document is not at fault. */
  readonly allRefused?: boolean;
  /** The milliseconds until the next call after a refused credential; by default those of the profile. */
  readonly afterRefusal?: number;
}

export function decideRetry(outcome: Outcome, circumstances: Circumstances, profile: Timings): Decision {
  const { mode, now, issuedAt, allRefused = false } = circumstances;
  const { retry, timings } = profile;
  const { afterRefusal = retry.refused } = circumstances;
  switch (outcome.kind) {
    case 'accepted':
      return { state: 'accepted' };
    case 'rejected':
      return { state: 'rejected' };
    case 'request-refused':
      // The invoice may be good, and a new version or other settings may send the same bytes, but not automatically.
      return allRefused ? { state: 'waiting', nextAt: now + retry.refused } : { state: 'parked' };
    case 'credential-refused':
      return { state: 'waiting', nextAt: now + afterRefusal };
    case 'clearance-off':
      // As an answer to reporting this makes no sense, and changing the mode at once could repeat endlessly.
      return mode === 'clearance'
        ? { state: 'waiting', mode: 'reporting', reportBy: issuedAt + timings.reportWithin, nextAt: now }
        : { state: 'waiting', nextAt: nextTry(circumstances, retry) };
    case 'unknown':
      // If the gateway is busy, that is not this document's fault, so it keeps its place, and the circuit breaker
      // pauses all documents.
      return outcome.why === 'rate-limited'
        ? {
            state: 'waiting',
            nextAt: nextTry({ ...circumstances, attempts: 1 }, retry, outcome.retryAfterMs),
          }
        : { state: 'waiting', nextAt: nextTry(circumstances, retry, outcome.retryAfterMs) };
  }
}

/**
 * Returns a pause of the profile's back-off with full jitter: a random time from the shortest pause to the attempt's
 * upper limit.
 */
export const backOffUpTo = (longest: number, { first, least }: RetryTimings): BackOff => ({
  first,
  factor: 2,
  longest,
  jitter: 1,
  shortest: least,
});

function nextTry(
  { attempts, mode, dueAt, now, random }: Circumstances,
  retry: RetryTimings,
  retryAfterMs = 0,
): number {
  const early = now < dueAt;
  const longest =
    mode === 'reporting' ? retry.reporting : early ? retry.clearanceAtFirst : retry.clearanceLater;
  const requestedMs = Math.min(retryAfterMs, retry.longest);
  const at = now + Math.max(pauseAfter(attempts, backOffUpTo(longest, retry), random), requestedMs);
  const lastChance = dueAt - retry.beforeDeadline;
  return mode === 'reporting' && now < lastChance ? Math.min(at, lastChance) : at;
}
