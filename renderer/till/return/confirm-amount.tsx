import { Button, Flex, Modal } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import common from '../../ui/components/common.module.css';
import { KeyCap } from '../../ui/components/press/key-cap.tsx';
import { Unreal } from '../../ui/components/press/main-action.tsx';
import { useSettled } from '../../ui/components/press/use-settled.ts';
import { useSteadyPress } from '../../ui/components/press/use-steady-press.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useDialogKeys } from '../../ui/page/keys.ts';
import { useScans } from '../scanner/scanner.tsx';
import styles from './confirm-amount.module.css';

interface ConfirmAmountProps {
  readonly opened: boolean;
  readonly busy: boolean;
  readonly amount: ReactNode;
  readonly means: string;
  /** True if no money goes back. */
  readonly isNothing: boolean;
  readonly number: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * The question before money is paid back. It is answered with a different key and button, so that a second press of the
 * main key, a held-down Enter or a double click cannot answer it.
 */
export function ConfirmAmount({ opened, busy, isNothing, onClose, ...question }: ConfirmAmountProps) {
  const { t } = useLanguage();
  return (
    <Modal
      opened={opened}
      // The dialog waits for a credit note in progress.
      onClose={busy ? () => {} : onClose}
      closeOnClickOutside={false}
      title={t(isNothing ? 'return.sureNothing' : 'return.sure')}
      size="30rem"
      centered
      closeButtonProps={{ 'aria-label': t('app.close'), size: '3rem' }}
      classNames={{ title: common.title }}
    >
      <Question busy={busy} onClose={onClose} {...question} />
    </Modal>
  );
}

function Question({
  busy,
  amount,
  means,
  number,
  onConfirm,
  onClose,
}: Omit<ConfirmAmountProps, 'opened' | 'isNothing'>) {
  const { t } = useLanguage();
  const settled = useSettled();
  const isGiven = useRef(false);
  const isDead = !settled || busy;
  const confirm = () => {
    if (isDead || isGiven.current) return;
    isGiven.current = true;
    onConfirm();
  };
  const steady = useSteadyPress(confirm);
  useDialogKeys({ [keys.confirm]: confirm });
  // A scan would change the amount that was asked about.
  useScans(() => 'untaken');
  return (
    <>
      {/* This takes the focus instead of a button, so that Enter answers nothing. */}
      <p className={styles.amount} tabIndex={-1} data-autofocus>
        {amount}
      </p>
      <p className={styles.how}>{t('return.sureHow', { means, number })}</p>
      <p className={styles.how}>{t('return.sureWhy')}</p>
      <Flex wrap="wrap" align="center" justify="space-between" gap="0.75rem" mt="1.25rem">
        <Button variant="default" aria-disabled={busy} onClick={busy ? undefined : onClose}>
          {t('return.notYet')}
        </Button>
        <Button
          aria-disabled={isDead}
          {...(isDead && { 'data-disabled': true })}
          rightSection={<KeyCap of={keys.confirm} />}
          {...steady}
        >
          <span>
            {t(busy ? 'sale.issuing' : 'return.issue')}
            <Unreal />
          </span>
        </Button>
      </Flex>
    </>
  );
}
