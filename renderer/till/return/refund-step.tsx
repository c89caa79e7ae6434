import { Box, Button, Flex, Modal } from '@mantine/core';
import { describeFailure } from '../../../shared/words/index.ts';
import { meansName } from '../../../shared/words/means-name.ts';
import common from '../../ui/components/common.module.css';
import { Note } from '../../ui/components/marks/note.tsx';
import { KeyCap } from '../../ui/components/press/key-cap.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { useSettled } from '../../ui/components/press/use-settled.ts';
import { Money } from '../../ui/components/tables/money.tsx';
import { takenAmount } from '../../ui/components/taken-amount.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { readAmount } from '../../ui/language/read-amount.ts';
import { keys, useDialogKeys } from '../../ui/page/keys.ts';
import { go } from '../../ui/page/route.ts';
import { ClockAction } from '../alarms/clock-question.tsx';
import { ToCardPayments } from '../pay/pay-actions.tsx';
import { useScans } from '../scanner/scanner.tsx';
import styles from './confirm-amount.module.css';
import type { IssuingReturn } from './use-issue-return.ts';
import type { Refund } from './use-refund.ts';

interface RefundStepProps {
  readonly refund: Refund;
  readonly note: IssuingReturn;
  readonly currency: string;
}

/**
 * Shows a refund at the card terminal until its credit note is issued. It covers the screen, because nothing else may
 * be done to the document meanwhile.
 */
export function RefundStep({ refund, note, currency }: RefundStepProps) {
  const { t } = useLanguage();
  const state = stateOf(refund);
  return (
    <Modal
      opened={state !== undefined}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={state && t(titles[state])}
      size="34rem"
      centered
      classNames={{ title: common.title }}
    >
      {state !== undefined && <Step state={state} refund={refund} note={note} currency={currency} />}
    </Modal>
  );
}

type State = 'asked' | 'unknown' | 'differs' | 'approved';

const titles = {
  asked: 'pay.refund.follow',
  unknown: 'pay.refund.unknown',
  differs: 'pay.refund.differs',
  approved: 'return.card.approved',
} as const;

const texts = {
  asked: 'pay.refund.followText',
  unknown: 'pay.refund.unknownText',
  approved: 'return.card.approvedText',
} as const;

function stateOf({ requested, open }: Refund): State | undefined {
  if (requested !== undefined) return 'asked';
  return open?.state === 'declined' || open?.state === 'cancelled' ? undefined : open?.state;
}

function Step({ state, refund, note, currency }: RefundStepProps & { readonly state: State }) {
  const { t, language, words, format } = useLanguage();
  const settled = useSettled(refund.changes);
  const { issuing } = note;
  const isUnknown = state === 'unknown';
  const isReady = settled && !issuing && (state === 'approved' || (isUnknown && !refund.isChecking));
  const act = () => {
    if (!isReady) return;
    if (isUnknown) refund.check();
    else refund.finish();
  };
  const leave = () => {
    if (issuing) return;
    if (state === 'asked') refund.cancel();
    else go({ screen: 'sale' });
  };
  useDialogKeys({ [keys.main]: act, [keys.back]: leave });
  useScans(() => 'untaken');
  const failure = note.failure ?? refund.failure;
  return (
    <>
      <div role="status">
        {/* This takes the focus instead of a button, so that Enter answers nothing. */}
        <p className={styles.amount} tabIndex={-1} data-autofocus>
          <Money amount={refund.requested ?? refund.open?.amount} currency={currency} />
        </p>
        <p className={styles.how}>
          {state === 'differs'
            ? t('pay.refund.differsText', { taken: takenAmount(refund.open ?? {}) })
            : t(texts[state])}
        </p>
        {refund.besides.map(({ means, amount = '' }) => (
          <p key={means} className={styles.how}>
            {t('return.card.besides', {
              means: meansName(means, words),
              amount: format.money(readAmount(amount) ?? 0),
            })}
          </p>
        ))}
      </div>
      {failure && (
        <Note tone="red">
          {describeFailure(failure, language)}
          <ClockAction failure={failure} onSettled={refund.finish} />
        </Note>
      )}
      <Flex wrap="wrap" align="center" justify="space-between" gap="0.75rem" mt="1.25rem">
        <Button
          variant="default"
          aria-disabled={issuing || refund.isCancelling}
          rightSection={<KeyCap of={keys.back} />}
          onClick={leave}
        >
          {t(
            state !== 'asked'
              ? 'return.card.later'
              : refund.isCancelling
                ? 'pay.card.cancelling'
                : 'pay.refund.cancel',
          )}
        </Button>
        {state === 'differs' ? (
          <ToCardPayments />
        ) : (
          <Box flex="1 1 16rem">
            <MainAction isGrave={state === 'approved'} disabled={!isReady} onClick={act}>
              {issuing
                ? t('sale.issuing')
                : state === 'asked'
                  ? t('pay.card.waiting')
                  : isUnknown
                    ? t(refund.isChecking ? 'pay.card.asking' : 'pay.card.again')
                    : t('return.card.issue')}
            </MainAction>
          </Box>
        )}
      </Flex>
    </>
  );
}
