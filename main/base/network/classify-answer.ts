import type { DeliveryFailure } from '../../../shared/contract/programs/webhooks.ts';
import { type BackOff, pauseAfter } from '../platform/back-off.ts';
import type { PostAnswer } from './http-post.ts';

/*
 * Decides what a receiver's answer means for an event, and when the next attempt is made. It is a pure function: time
 * and chance are parameters. Source: specification, Events, Delivery rules; the intervals and the maximum are our own,
 * because it does not define them.
 */

const second = 1_000;
const hour = 3600 * second;

/** The pauses are 5 s, 20 s, 80 s, 5 min, 21 min, 1.4 h, 5.7 h, and then 6 hours; a longer Retry-After is ignored. */
export const standardBackOff: BackOff = { first: 5 * second, factor: 4, longest: 6 * hour, jitter: 0.5 };

export type Verdict =
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly nextAt: number; readonly failure: DeliveryFailure }
  | { readonly state: 'dead'; readonly failure: DeliveryFailure };

export interface Circumstances {
  /** The number of attempts for this delivery, including the one that just ended; from 1. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** The time in milliseconds since 1970. */
  readonly now: number;
  /** Returns a uniform random number from [0, 1). */
  readonly random: () => number;
  readonly backOff: BackOff;
}

/**
 * 2xx means delivered. With 401 or 400 a receiver rejects an event: sending it again would not help until a person has
 * corrected the secret or the clock. Any other failure may be temporary.
 */
export function classifyAnswer(answer: PostAnswer, circumstances: Circumstances): Verdict {
  const failure = failureOf(answer);
  if (failure === undefined) return { state: 'delivered' };
  const rejected = failure === 'signature-refused' || failure === 'event-refused';
  if (rejected || circumstances.attempts >= circumstances.maxAttempts) return { state: 'dead', failure };
  const { attempts, now, random, backOff } = circumstances;
  const requestedMs = answer.kind === 'answer' ? (answer.retryAfterMs ?? 0) : 0;
  const pause = Math.max(pauseAfter(attempts, backOff, random), Math.min(requestedMs, backOff.longest));
  return { state: 'waiting', nextAt: now + pause, failure };
}

/** Returns undefined for an answer by which the receiver accepted the event. */
export function failureOf(answer: PostAnswer): DeliveryFailure | undefined {
  if (answer.kind === 'no-answer') return answer.why;
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  if (status === 401) return 'signature-refused';
  if (status === 400) return 'event-refused';
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirected' : 'answered';
}
