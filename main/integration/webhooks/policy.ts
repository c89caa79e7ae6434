import type { WebhookSettings } from '../../../shared/contract/webhooks.ts';

/* The settings that hold until somebody sets others, and which time an event says. Source: specification, Events. */

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
 * X-Service-Timestamp in Unix seconds. The specification says two things of it: it is the event's time, and a receiver
 * refuses one that is older than its window for good, although retries go on for hours. `fresh` keeps both true: it is
 * the event's time as long as a receiver would take it, and the attempt's afterwards (as in Standard Webhooks, where it
 * is always the attempt's). The time by which events are ordered is `createdAt`, which never changes.
 */
export function timestampOf(
  occurredAt: number,
  now: number,
  { timestamp, windowSeconds }: Pick<WebhookSettings, 'timestamp' | 'windowSeconds'>,
): number {
  // Half of the window, since the receiver's clock and the way there take some of it.
  const fresh = Math.abs(now - occurredAt) <= (windowSeconds * second) / 2;
  const eventTime = timestamp === 'event' || (timestamp === 'fresh' && fresh);
  return Math.floor((eventTime ? occurredAt : now) / second);
}
