import type { SubmissionMode } from '../../shared/status.ts';
import type { Outcome } from '../gateway/outcome.ts';
import type { Decision } from '../ledger/submission-queue.ts';

/*
 * What an outcome means for a submission, and when an uncertain one is tried again. Pure: time and chance are handed in.
 * Sources: facts on the gateway, "What each answer means" and "Time"; DG = E-Invoicing Detailed Technical Guideline
 * v2 §10. The authority publishes no rate limits: Retry-After is honoured and delays double.
 */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

export const delays = {
  /** Ceiling of the delay after the first call; doubles with each further one. */
  first: 2 * second,
  /** Never sooner, whatever chance says. */
  least: 1 * second,
  /** Reporting has 24 hours: at most this between two calls. */
  reporting: 5 * minute,
  /** DG: a buyer waits for a clearance for about five minutes, in which it is retried often … */
  clearanceAtFirst: 15 * second,
  /** … and then about every 15 minutes, after the uncleared invoice was handed over. */
  clearanceLater: 15 * minute,
  /** A gateway that refused the credential is asked this seldom unless something changed. */
  refused: 5 * minute,
  /** Nothing waits longer; a longer Retry-After is taken for this. */
  longest: 1 * hour,
  /** The last call before a reporting deadline begins this long before it. */
  beforeDeadline: 1 * minute,
} as const;

export interface Circumstances {
  /** Calls begun for this document, the one that just ended included; from 1. */
  readonly attempts: number;
  readonly mode: SubmissionMode;
  /** Milliseconds since 1970. For clearance the end of the minutes a buyer waits, for reporting the legal deadline. */
  readonly dueAt: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Evenly from [0, 1). */
  readonly random: () => number;
}

/** What becomes of a submission after this outcome of its latest call. */
export function decide(outcome: Outcome, circumstances: Circumstances): Decision {
  const { mode, now } = circumstances;
  switch (outcome.kind) {
    case 'accepted':
      return { state: 'accepted' };
    case 'rejected':
      return { state: 'rejected' };
    case 'request-refused':
      // The invoice may be good: a new version or other settings can send the same bytes. Not by itself, though.
      return { state: 'parked' };
    case 'credential-refused':
      return { state: 'waiting', nextAt: now + delays.refused };
    case 'clearance-off':
      // In answer to reporting it makes no sense, and going at once would go round in circles.
      return mode === 'clearance'
        ? { state: 'waiting', mode: 'reporting', nextAt: now }
        : { state: 'waiting', nextAt: nextTry(circumstances) };
    case 'unknown':
      return { state: 'waiting', nextAt: nextTry(circumstances, outcome.retryAfterMs) };
  }
}

/** Exponential back-off with full jitter, in milliseconds: evenly from `delays.least` to the ceiling of this attempt. */
export function backOff(attempts: number, longest: number, random: () => number): number {
  const ceiling = Math.min(longest, delays.first * 2 ** (attempts - 1));
  return Math.round(delays.least + random() * (ceiling - delays.least));
}

function nextTry({ attempts, mode, dueAt, now, random }: Circumstances, retryAfterMs = 0): number {
  const early = now < dueAt;
  const longest =
    mode === 'reporting' ? delays.reporting : early ? delays.clearanceAtFirst : delays.clearanceLater;
  const asked = Math.min(retryAfterMs, delays.longest);
  const at = now + Math.max(backOff(attempts, longest, random), asked);
  const lastChance = dueAt - delays.beforeDeadline;
  return mode === 'reporting' && now < lastChance ? Math.min(at, lastChance) : at;
}
