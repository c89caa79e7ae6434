import type { WebhookSettings } from '../../../shared/contract/programs/webhooks.ts';
import type { BackOff } from '../../base/platform/back-off.ts';

/* The default settings, and the time that an event states. Source: specification, Events. */

const second = 1_000;
const minute = 60 * second;

/** A delivery is tried for at least these milliseconds: a weekend and a day on which somebody looks. */
export const leastLifeMs = 3 * 24 * 60 * minute;

/**
 * The pauses of a receiver whose calls fail one after the other, whichever events they carry. Without them a long queue
 * would call a receiver that is down thousands of times.
 */
export const receiverBackOff: BackOff = { first: 5 * second, factor: 2, longest: 30 * minute, jitter: 0.5 };

/** A delivery is given up after these attempts, and never before `leastLifeMs`. */
export const standardSettings: WebhookSettings = {
  names: {},
  testName: 'webhook.test',
  maxAttempts: 14,
  timestamp: 'fresh',
  windowSeconds: 300,
};

/**
 * Returns the header X-Service-Timestamp in Unix seconds. The specification says that it is the event's time, and that
 * a receiver refuses a time older than its window for good, although retries go on for hours. `fresh` satisfies both:
 * it is the event's time while a receiver would accept that, and then the attempt's (in Standard Webhooks it is always
 * the attempt's). Events are ordered by `createdAt`, which never changes.
 */
export function timestampOf(
  occurredAt: number,
  now: number,
  { timestamp, windowSeconds }: Pick<WebhookSettings, 'timestamp' | 'windowSeconds'>,
): number {
  // Half of the window, because the receiver's clock and the transfer use some of it.
  const fresh = Math.abs(now - occurredAt) <= (windowSeconds * second) / 2;
  const eventTime = timestamp === 'event' || (timestamp === 'fresh' && fresh);
  return Math.floor((eventTime ? occurredAt : now) / second);
}
