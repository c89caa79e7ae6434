import type { WebhookSettings } from '../../../shared/contract/webhooks.ts';

/* The default settings, and the time that an event states. Source: specification, Events. */

const second = 1_000;

/** Tries for about two days. */
export const standardSettings: WebhookSettings = {
  names: {},
  testName: 'webhook.test',
  maxAttempts: 14,
  timestamp: 'fresh',
  windowSeconds: 300,
};

/**
 * X-Service-Timestamp in Unix seconds. The specification says two things about it: it is the event's time, and a
 * receiver finally refuses one that is older than its window, although retries go on for hours. `fresh` satisfies both:
 * it is the event's time as long as a receiver would accept that, and the attempt's afterwards (as in Standard
 * Webhooks, where it is always the attempt's). The time by which events are ordered is `createdAt`, which never
 * changes.
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
