import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { Confirm } from '../../ui/components/press/confirm.tsx';
import { KeyCap } from '../../ui/components/press/key-cap.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { hashOf } from '../../ui/page/route.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useCart } from '../cart/cart.tsx';
import styles from './pay-screen.module.css';
import type { Card } from './use-card.ts';

export function ToCardPayments() {
  const { t } = useLanguage();
  const isManager = useStatus()?.role === 'manager';
  if (!isManager) return null;
  return (
    <Button variant="default" component="a" href={hashOf({ screen: 'settings', page: 'devices' })}>
      {t('pay.card.toList')}
    </Button>
  );
}

export function PayActions({ card, isBack, onBack }: { card: Card; isBack: boolean; onBack: () => void }) {
  const { t } = useLanguage();
  const { issuing, hold } = useCart();
  const [failure, setFailure] = useState<Failure>();
  const isAsking = card.requested !== undefined || card.open !== undefined;
  // The payment cannot be cancelled at the card terminal, because the money has moved.
  const isManagers = card.requested === undefined && card.open?.state === 'differs';
  // A payment with an unknown end stays with its basket, so that it is not forgotten.
  const canHold = card.open !== undefined && card.open.state !== 'asked' && card.paid.length === 0;
  const isPaid = card.paid.length > 0;
  useKeys({ [keys.hold]: isPaid ? () => setFailure({ code: 'basket-paid' }) : undefined });
  const putAside = async () => {
    const result = await hold('');
    if (!result.ok) setFailure(result.failure);
  };
  return (
    <div className={styles.actions}>
      {isManagers ? (
        <ToCardPayments />
      ) : (
        <Button
          variant="default"
          aria-disabled={issuing || card.isCancelling || (card.isLocked && !isAsking)}
          {...(card.isLocked && !isAsking && { 'data-disabled': true })}
          rightSection={<KeyCap of={keys.back} />}
          onClick={onBack}
        >
          {isAsking
            ? t(card.isCancelling ? 'pay.card.cancelling' : isBack ? 'pay.refund.cancel' : 'pay.card.cancel')
            : t('pay.back')}
        </Button>
      )}
      {canHold && card.requested === undefined && (
        <Confirm
          label={t('held.hold')}
          question={t('pay.card.holdSure')}
          tone="plain"
          onConfirm={() => void putAside()}
        />
      )}
      <FailureNote of={failure} />
    </div>
  );
}
