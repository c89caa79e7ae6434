import { isConnectionFault } from '../../../../shared/connection-fault.ts';
import type { Delivery, DeliveryState } from '../../../../shared/contract/programs/webhooks.ts';
import { connectionFaultWords } from '../../../../shared/words/faults/connection-faults.ts';
import type { Tone } from '../../../ui/components/marks/state-mark.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';

export const deliveryTones: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'amber',
  delivered: 'good',
  dead: 'red',
  discarded: 'off',
};

export function useDeliveryWords() {
  const { t, language } = useLanguage();
  return {
    /** Returns the result of the last attempt as a sentence; '' before the first one. */
    sayDelivery({ state, failure, httpStatus }: Pick<Delivery, 'state' | 'failure' | 'httpStatus'>) {
      const status = String(httpStatus ?? '');
      if (isConnectionFault(failure) && failure !== 'name-unknown')
        return connectionFaultWords[language][failure];
      if (failure !== undefined) return t(`integrations.failure.${failure}`, { status });
      if (state === 'delivered') return t('integrations.deliveries.answered', { status });
      return '';
    },
  };
}
