import type { WebhookSettings } from '../../../shared/contract/programs/webhooks.ts';
import { FailureError } from '../../../shared/failure.ts';
import type { Post, PostAnswer } from '../../base/network/http-post.ts';
import { sign, signWithTime } from '../../base/network/webhook-signature.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { DueDelivery } from './delivery-queue.ts';
import type { Endpoints } from './endpoints.ts';
import { timestampOf } from './policy.ts';

export interface DeliveryRequestOptions {
  readonly endpoints: Pick<Endpoints, 'get' | 'secretsOf'>;
  readonly settings: () => WebhookSettings;
  readonly post: Post;
  readonly clock: Pick<Clock, 'now'>;
  readonly onError: (error: unknown) => void;
}

type Request = Pick<DueDelivery, 'id' | 'endpoint' | 'type' | 'body' | 'occurredAt'>;

/** Posts an event to its endpoint, signed. Returns undefined when the endpoint was removed meanwhile. */
export type DeliveryRequest = (request: Request) => Promise<PostAnswer | undefined>;

/** The most secrets tried in one call: the two of a rotation, and one that was added meanwhile. */
const mostSecrets = 3;

/** Many receivers answer 400, not 401, to a signature that they do not know. */
const mayMeanOtherSecret: readonly number[] = [400, 401];

/**
 * During a rotation it is unknown which secret the receiver accepts, and the specification's header has room for only
 * one signature. If it is refused, the other secret is tried before the refusal counts.
 */
export function createDeliveryRequest(options: DeliveryRequestOptions): DeliveryRequest {
  const { endpoints, settings, post, clock, onError } = options;

  async function secretsOf(endpoint: string): Promise<string[]> {
    try {
      return await endpoints.secretsOf(endpoint);
    } catch (error) {
      if (!isGone(error)) onError(error);
      return [];
    }
  }

  return async ({ id, endpoint, type, body: text, occurredAt }) => {
    const body = Buffer.from(text);
    const tried = new Set<string>();
    let answer: PostAnswer = { kind: 'no-answer', why: 'secret-unavailable' };
    while (tried.size < mostSecrets) {
      const secrets = await secretsOf(endpoint);
      const secret = secrets.find((each) => !tried.has(each));
      const target = found(() => endpoints.get(endpoint));
      if (target === undefined) return undefined;
      if (secret === undefined) break;
      tried.add(secret);
      const now = clock.now();
      const headers = {
        'Content-Type': 'application/json',
        'X-Service-Event': type,
        'X-Service-Delivery': id,
        'X-Service-Signature': sign(body, secret),
        'X-Service-Timestamp': String(timestampOf(occurredAt, now, settings())),
        'Khatm-Signature': signWithTime(body, secrets, Math.floor(now / 1000)),
      };
      answer = await post({ url: target.url, headers, body, allowPrivate: target.allowPrivate });
      if (answer.kind !== 'answer' || !mayMeanOtherSecret.includes(answer.status)) break;
    }
    return answer;
  };
}

const isGone = (error: unknown) => error instanceof FailureError && error.failure.code === 'not-found';

function found<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}
