import { isSigned } from '../../base/network/webhook-signature.ts';
import { instantKey, type ReceivedEvent, readEvent } from './event.ts';

export interface EventRequest {
  /** The raw body, before anybody parsed it. */
  readonly body: Uint8Array;
  /** The header X-Service-Signature; undefined if it came twice. */
  readonly signature: string | undefined;
  /** The header X-Service-Timestamp. */
  readonly timestamp: string | undefined;
}

export type RequestCheck =
  | { readonly status: 200; readonly event: ReceivedEvent }
  | { readonly status: 400 | 401; readonly why: 'signature' | 'timestamp' | 'malformed' };

/**
 * Checks a request as a receiver does (specification, Webhook signature 3 and 4; Events, Delivery rules 4). The
 * signature comes first: a caller without the secret learns nothing else.
 * @param secrets the accepted secrets; during a rotation there are two
 * @param windowMs the largest difference between an event's time and now, in either direction, in milliseconds
 * @param now the time in milliseconds since 1970
 */
export function checkRequest(
  request: EventRequest,
  secrets: readonly string[],
  windowMs: number,
  now: number,
): RequestCheck {
  const { body, signature, timestamp } = request;
  if (!isSigned(body, secrets, signature ?? '')) return { status: 401, why: 'signature' };
  // This time comes from the sender's clock, which may be ahead or behind.
  if (!isUnixSeconds(timestamp) || Math.abs(now - Number(timestamp) * 1000) > windowMs)
    return { status: 400, why: 'timestamp' };
  const event = readEvent(body);
  if (event === undefined) return { status: 400, why: 'malformed' };
  // An event cannot arrive before it happens. If such an event were accepted, all later events of its invoice would
  // count as outdated.
  const latest = instantKey(new Date(now + windowMs).toISOString()) ?? '';
  return event.createdKey > latest ? { status: 400, why: 'timestamp' } : { status: 200, event };
}

function isUnixSeconds(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,12}$/.test(text);
}
