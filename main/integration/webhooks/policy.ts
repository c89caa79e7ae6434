import type { WebhookSettings } from '../../../shared/contract/programs/webhooks.ts';

/* The default settings, and the time that an event states. Source: specification, Events. */

const second = 1_000;

/** With these settings a delivery is tried for about two days. */
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
