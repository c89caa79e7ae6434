import type { Delivery, DeliveryState } from '../../shared/contract/webhooks.ts';
import { useLanguage } from '../language.tsx';
import type { Tone } from './state-mark.tsx';

export const deliveryTones: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'amber',
  delivered: 'good',
  dead: 'red',
  discarded: 'off',
};

export interface DeliveryWords {
  /** What the last attempt came to, in a sentence; '' before the first. */
  sayDelivery(delivery: Delivery): string;
}

export function useDeliveryWords(): DeliveryWords {
  const { t } = useLanguage();
  return {
    sayDelivery({ state, failure, httpStatus }) {
      const status = String(httpStatus ?? '');
      if (failure !== undefined) return t(`integrations.failure.${failure}`, { status });
      if (state === 'delivered') return t('integrations.deliveries.answered', { status });
      return '';
    },
  };
}
