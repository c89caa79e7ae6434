import type { Delivery } from '../../../shared/contract/programs/webhooks.ts';
import { refuseInput } from '../../../shared/failure.ts';
import type { Deliveries } from './deliveries.ts';
import type { Endpoints } from './endpoints.ts';

export interface DeadLettersOptions {
  readonly deliveries: Pick<Deliveries, 'get' | 'resend' | 'resendAll' | 'discard'>;
  readonly endpoints: Pick<Endpoints, 'get' | 'health'>;
  readonly sendNow: (id: string) => Promise<void>;
  readonly wake: () => void;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

export function createDeadLetters({ deliveries, endpoints, sendNow, wake, now }: DeadLettersOptions) {
  const deliveryOf = (id: string): Delivery => {
    const { body, answer, ...delivery } = deliveries.get(id);
    return delivery;
  };

  return {
    /** Sends a dead letter now. @throws FailureError `not-found`; `bad-input` when it is no longer one */
    async resend(id: string): Promise<Delivery> {
      endpoints.get(deliveries.get(id).endpoint);
      if (!deliveries.resend(id, now())) refuseDone();
      await sendNow(id);
      return deliveryOf(id);
    },
    /** Makes all dead letters due now, or all those of an endpoint. Returns their number. */
    resendAll(endpoint: string | undefined): number {
      const count = deliveries.resendAll(endpoint, now());
      endpoints.health.endPause(endpoint);
      wake();
      return count;
    },
    /** Discards a dead letter or a waiting delivery. @throws FailureError as `resend` */
    discard(id: string, reason: string): Delivery {
      deliveries.get(id);
      if (!deliveries.discard(id, reason)) refuseDone();
      return deliveryOf(id);
    },
  };
}

function refuseDone(): never {
  return refuseInput(['id'], 'delivery-done', 'this delivery is done with');
}
