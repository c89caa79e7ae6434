import { Flex, UnstyledButton } from '@mantine/core';
import {
  IconArrowsSplit2,
  IconBuildingBank,
  IconCash,
  IconCreditCard,
  IconFileInvoice,
} from '@tabler/icons-react';
import common from '../../ui/components/common.module.css';
import { KeyCap } from '../../ui/components/press/key-cap.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { type Key, keys, useKeys } from '../../ui/page/keys.ts';
import type { DraftMeans } from '../cart/payment.ts';
import styles from './means-buttons.module.css';
import type { Payment } from './use-payment.ts';

const looks: Record<DraftMeans | 'several', { readonly of: Key; readonly Icon: typeof IconCash }> = {
  cash: { of: keys.payCash, Icon: IconCash },
  card: { of: keys.payCard, Icon: IconCreditCard },
  bankTransfer: { of: keys.payTransfer, Icon: IconBuildingBank },
  onAccount: { of: keys.payOnAccount, Icon: IconFileInvoice },
  several: { of: keys.paySeveral, Icon: IconArrowsSplit2 },
};

export function MeansButtons({ paying: { payment, offered, choose } }: { paying: Payment }) {
  const { t, words } = useLanguage();
  const all = [...offered, 'several'] as const;
  useKeys(Object.fromEntries(all.map((means) => [looks[means].of, () => choose(means)])));
  return (
    <fieldset className={styles.means} aria-label={t('pay.means')}>
      {all.map((means) => {
        const { of, Icon } = looks[means];
        return (
          <UnstyledButton
            key={means}
            className={`${common.pressed} ${styles.button}`}
            aria-pressed={payment.means === means}
            onClick={() => choose(means)}
          >
            <Flex component="span" gap="0.375rem" align="center" lh={1.25}>
              <Icon size={22} stroke={1.75} className={styles.icon} aria-hidden />
              {means === 'several' ? t('pay.several') : words.payments[means]}
            </Flex>
            <KeyCap of={of} />
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}
