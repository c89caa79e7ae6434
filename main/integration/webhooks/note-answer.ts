import type {
  DeliveryFailure,
  Endpoint,
  WebhookSettings,
} from '../../../shared/contract/programs/webhooks.ts';
import { classifyAnswer, failureOf, type Verdict } from '../../base/network/classify-answer.ts';
import type { PostAnswer } from '../../base/network/http-post.ts';
import { type BackOff, pauseAfter } from '../../base/platform/back-off.ts';
import type { DueDelivery } from './delivery-queue.ts';
import type { Endpoints } from './endpoints.ts';
import { leastLifeMs, receiverBackOff } from './policy.ts';

export interface NoteAnswerOptions {
  readonly endpoints: Pick<Endpoints, 'get' | 'health'>;
  readonly settings: () => WebhookSettings;
  /** Returns a uniform random number from [0, 1). */
  readonly random: () => number;
  /** The pauses of one delivery. */
  readonly backOff: BackOff;
  /** Called when a receiver answered 410 and was turned off. */
  readonly onGone: (endpoint: Endpoint) => void;
}

/** With a 400 a receiver that works refuses one event; without the secret it is not called. */
const sayNothingOfReceiver: readonly DeliveryFailure[] = ['event-refused', 'secret-unavailable'];

/**
 * Returns a function that notes what an answer says of its receiver, and returns what it means for the delivery.
 * `failures` is the receiver's number of failures when the call began, and `now` is in milliseconds since 1970.
 */
export function createNoteAnswer({ endpoints, settings, random, backOff, onGone }: NoteAnswerOptions) {
  function noteReceiver(
    endpoint: string,
    answer: PostAnswer,
    { failure, failures, now }: { failure: DeliveryFailure | undefined; failures: number; now: number },
  ): void {
    if (failure === undefined) {
      if (endpoints.health.failures(endpoint) > 0) endpoints.health.recover(endpoint);
      return;
    }
    if (sayNothingOfReceiver.includes(failure)) return;
    const requestedMs = answer.kind === 'answer' ? (answer.retryAfterMs ?? 0) : 0;
    const pause = pauseAfter(failures + 1, receiverBackOff, random);
    const pausedUntil = now + Math.max(pause, Math.min(requestedMs, backOff.longest));
    endpoints.health.fail(endpoint, failures, { now, pausedUntil });
  }

  return (
    { endpoint, attempts, triedFrom }: DueDelivery,
    answer: PostAnswer,
    { failures, now }: { failures: number; now: number },
  ): Verdict => {
    const failure = failureOf(answer);
    if (failure === 'gone') {
      if (endpoints.health.markGone(endpoint, now)) onGone(endpoints.get(endpoint));
      return { state: 'waiting', nextAt: now, failure };
    }
    noteReceiver(endpoint, answer, { failure, failures, now });
    const isYoung = now - triedFrom < leastLifeMs;
    const maxAttempts = isYoung ? Number.POSITIVE_INFINITY : settings().maxAttempts;
    return classifyAnswer(answer, { attempts, maxAttempts, now, random, backOff });
  };
}
