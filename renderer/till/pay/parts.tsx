import { ActionIcon, Box, Button, Flex } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { DraftMeans } from '../../../shared/stored/basket/payment.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { readAmount } from '../../ui/language/read-amount.ts';
import { focusField } from '../cart/cart.tsx';
import { onEnterKey } from './on-enter-key.ts';
import styles from './parts.module.css';
import { type Payment, partField } from './use-payment.ts';

const most = 6;

interface PartsProps {
  readonly paying: Pick<Payment, 'payment' | 'settlement' | 'offered' | 'type' | 'add' | 'remove' | 'aim'>;
  /** The means that can have only one part; cash is counted once, with its change. */
  readonly once?: readonly DraftMeans[];
  readonly onEnter: () => void;
}

/** The parts of a payment by several means; the last part is the rest. */
export function Parts({ paying, once = ['cash'], onEnter }: PartsProps) {
  const { t, words } = useLanguage();
  const { payment, settlement, offered, type, add, remove, aim } = paying;
  const { parts } = payment;
  return (
    <Box component="section" mb="md" aria-label={t('pay.several')}>
      {parts.map(({ key, means, amount }, index) => {
        const next = parts[index + 1];
        const share = settlement.shares[index]?.amount;
        const name = words.payments[means];
        const isWrong = amount.trim() !== '' && (readAmount(amount) ?? 0) === 0;
        return (
          <div key={key} className={styles.part}>
            <Flex component="span" lh={1.2} mih="3rem" align="center" aria-hidden>
              {name}
            </Flex>
            <Field
              id={partField(key)}
              amount
              aria-label={t('pay.amountBy', { means: name, number: index + 1 })}
              placeholder={share === undefined ? '0.00' : halalasToText(share)}
              value={amount}
              error={isWrong ? t('pay.trouble.unreadable') : undefined}
              onText={(text) => type(partField(key), text)}
              onFocus={() => aim(partField(key))}
              onKeyDown={onEnterKey(() => (next ? focusField(partField(next.key)) : onEnter()))}
            />
            <ActionIcon
              aria-label={t('pay.removePart', { means: name, number: index + 1 })}
              onClick={() => remove(key)}
            >
              <IconX size={20} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <div className={`${common.row} ${styles.more}`}>
        {offered.map((means) => {
          const isFull =
            parts.length >= most || (once.includes(means) && parts.some((one) => one.means === means));
          return (
            <Button
              key={means}
              variant="default"
              aria-disabled={isFull}
              {...(isFull && { 'data-disabled': true })}
              leftSection={<IconPlus size={18} aria-hidden />}
              aria-label={t('pay.addPart', { means: words.payments[means] })}
              onClick={() => !isFull && add(means)}
            >
              {words.payments[means]}
            </Button>
          );
        })}
      </div>
    </Box>
  );
}
