import { Text } from '@mantine/core';
import { NumberPad } from '../../ui/components/pad/number-pad.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useCart } from '../cart/cart.tsx';
import { Handed } from './handed.tsx';
import { Parts } from './parts.tsx';
import type { Payment } from './use-payment.ts';
import styles from './work.module.css';

interface WorkProps {
  readonly paying: Payment;
  readonly currency: string;
  readonly onEnter: () => void;
}

export function Work({ paying, currency, onEnter }: WorkProps) {
  const { t } = useLanguage();
  const { draft } = useCart();
  const { payment, settlement, due, pad } = paying;
  const isSeveral = payment.means === 'several';
  const cash = settlement.shares.find(({ means }) => means === 'cash')?.amount;
  const takesCash = cash !== undefined && due.takesMoney;
  if (!isSeveral && !takesCash)
    return (
      <Text inherit maw="34rem" lh={1.6}>
        {payment.means === 'onAccount'
          ? t('pay.owes', { buyer: draft.buyer.name })
          : paying.question !== undefined
            ? t(due.takesMoney ? 'pay.card.whole' : 'pay.refund.whole')
            : t(due.takesMoney ? 'pay.whole' : 'pay.wholeBack')}
      </Text>
    );
  return (
    <div className={styles.work}>
      <div>
        {isSeveral && <Parts paying={paying} onEnter={onEnter} />}
        {takesCash && <Handed paying={paying} cash={cash} currency={currency} onEnter={onEnter} />}
      </div>
      <NumberPad onKey={pad} />
    </div>
  );
}
