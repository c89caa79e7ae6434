import type { WebhookSettings } from '../../../shared/contract/webhooks.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DueDelivery } from './delivery-queue.ts';
import type { Endpoints } from './endpoints.ts';
import type { Post, PostAnswer } from './http-post.ts';
import { timestampOf } from './policy.ts';
import { sign } from './signature.ts';

export interface DeliveryRequestOptions {
  readonly endpoints: Pick<Endpoints, 'get' | 'secretsOf'>;
  readonly settings: () => WebhookSettings;
  readonly post: Post;
  readonly clock: Pick<Clock, 'now'>;
  readonly onError: (error: unknown) => void;
}

/**
 * Posts a delivery to its endpoint, signed. During a rotation nobody knows which secrets the receiver takes at this
 * moment: where it refuses the signature of one, the other is tried before the refusal counts.
 */
export function createDeliveryRequest(
  options: DeliveryRequestOptions,
): (due: DueDelivery) => Promise<PostAnswer> {
  const { endpoints, settings, post, clock, onError } = options;

  async function secretsOf(endpoint: string): Promise<string[]> {
    try {
      return await endpoints.secretsOf(endpoint);
    } catch (error) {
      onError(error);
      return [];
    }
  }

  return async (due) => {
    const { url, allowPrivate } = endpoints.get(due.endpoint);
    const body = Buffer.from(due.body);
    let answer: PostAnswer = { kind: 'no-answer', why: 'secret-unavailable' };
    for (const secret of await secretsOf(due.endpoint)) {
      const headers = {
        'Content-Type': 'application/json',
        'X-Service-Event': due.type,
        'X-Service-Delivery': due.id,
        'X-Service-Signature': sign(body, secret),
        'X-Service-Timestamp': String(timestampOf(due.occurredAt, clock.now(), settings())),
      };
      answer = await post({ url, headers, body, allowPrivate });
      if (answer.kind !== 'answer' || answer.status !== 401) break;
    }
    return answer;
  };
}
