import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Returnable } from '../../../shared/contract/till/returns.ts';
import { type Failure, FailureError } from '../../../shared/failure.ts';
import type { DraftMeans } from '../../../shared/stored/basket/payment.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import common from '../../ui/components/common.module.css';
import { Choice } from '../../ui/components/forms/choice.tsx';
import work from '../../ui/components/layout/work-screen.module.css';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { PadDock } from '../../ui/components/pad/pad-dock.tsx';
import { KeyCap } from '../../ui/components/press/key-cap.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { useSettled } from '../../ui/components/press/use-settled.ts';
import { Money } from '../../ui/components/tables/money.tsx';
import { Totals } from '../../ui/components/tables/totals.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { ClockAction } from '../alarms/clock-question.tsx';
import { focusField } from '../cart/cart.tsx';
import { Parts } from '../pay/parts.tsx';
import { isUnderWay, StepUnderWay } from '../pay/step-under-way.tsx';
import { partField } from '../pay/use-payment.ts';
import { Verdict } from '../pay/verdict.tsx';
import { allOf, chosenLines, issueOf, noneOf, type Quantities } from './choice-of-goods.ts';
import { ConfirmAmount } from './confirm-amount.tsx';
import { DocumentHead } from './document-head.tsx';
import { Goods } from './goods.tsx';
import { padded, quantityField } from './padded-fields.ts';
import { Reason, reasonField, useReason } from './reason.tsx';
import { returnReasons } from './reasons.ts';
import styles from './return-form.module.css';
import { useExchange } from './use-exchange.ts';
import { useGoods } from './use-goods.ts';
import type { IssuingReturn, NoteInput } from './use-issue-return.ts';
import type { Refund } from './use-refund.ts';
import { type Repayment, repaidAtFirst, repaidInCash, useRepayment } from './use-repayment.ts';

interface ReturnFormProps {
  readonly returnable: Returnable;
  readonly code: string | undefined;
  readonly note: IssuingReturn;
  readonly refund: Refund;
  readonly onChanged: () => void;
}

/** The number of milliseconds without a key before the total is requested. */
const pause = 120;

/**
 * The goods, the reason and the means of repayment. Nothing is chosen at first; the main action works once something
 * is chosen, priced and unchanged for a moment, and asks before it pays back.
 */
export function ReturnForm({ returnable, code: receipt, note, refund, onChanged }: ReturnFormProps) {
  const { invoice, lines } = returnable;
  const { t } = useLanguage();
  const [changes, countChange] = useReducer((count: number) => count + 1, 0);
  const settled = useSettled(changes);
  const { quantities, choose, remark } = useGoods(returnable, countChange);
  const why = useReason(countChange);
  const [attempted, setAttempted] = useState(false);
  const [asking, setAsking] = useState(false);

  const chosen = useMemo(() => chosenLines(quantities, lines), [quantities, lines]);
  const isChosen = chosen !== undefined && chosen.length > 0;
  const [payment, setPayment] = useState(() => repaidAtFirst(returnable));
  const price = usePriceOfReturn(invoice.uuid, isChosen ? chosen : undefined, repaidInCash(payment));
  const { issuing, failure } = note;
  const exchange = useExchange(returnable);
  const repayment = useRepayment(returnable, price.data?.payable, payment, (chosen) => {
    setPayment(chosen);
    countChange();
  });
  const { byCard, settlement } = repayment;
  const meansWords = useMeansWords();
  const isPriced = settled && isChosen && price.data !== undefined && !price.isStale;
  const isReady = isPriced && repayment.isSettled && !(byCard > 0 && refund.isUnknown);

  const ask = () => {
    if (issuing || !settled) return;
    setAttempted(true);
    if (!isChosen) focusField(wrongField(quantities, lines));
    else if (why.text === '') focusField(reasonField);
    else if (price.failure !== undefined) onChanged();
    else if (isReady) setAsking(true);
    else if (isPriced && !repayment.isSettled) focusField(firstPart(repayment));
  };
  const exchangeNow = () => {
    if (!isPriced || !isChosen || price.data === undefined) return;
    setAttempted(true);
    if (why.text === '') focusField(reasonField);
    else {
      const payment = repayment.isNothing ? undefined : (settlement.shares[0]?.means ?? 'cash');
      void exchange.start({ lines: chosen, reason: why.text, payment, receipt });
    }
  };
  const isPaying = useRef(false);
  const payBack = async () => {
    if (!isChosen || price.data === undefined || isPaying.current) return;
    isPaying.current = true;
    const made = await note.make({
      uuid: invoice.uuid,
      lines: chosen,
      reason: why.text,
      ...repayment.requested,
      receipt,
    });
    if (!made.ok) note.refuse(made.failure);
    else if (byCard > 0 && refund.hasTerminal) {
      // This dialog is replaced by the confirmation's own.
      setAsking(false);
      await refund.begin(made.value, byCard);
    } else await note.issue(made.value);
    isPaying.current = false;
    setAsking(false);
  };
  useKeys({
    [keys.main]: ask,
    [keys.everything]: () => choose(allOf(lines)),
    [keys.exchange]: exchange.isOffered ? exchangeNow : undefined,
  });
  useEffect(() => focusField(wrongField(noneOf(lines), lines)), [lines]);

  return (
    <main className={work.screen}>
      <div className={work.work}>
        <div className={`${work.entry} ${styles.entry}`}>
          <DocumentHead invoice={invoice} shown={returnable.receiptShown ?? 'none'} />
          <PaidInAdvance amount={returnable.prepaid} />
          <Goods lines={lines} quantities={quantities} onChange={choose} />
          <Reason why={why} isMissing={attempted && why.text === ''} />
          <RepaidParts repayment={repayment} onEnter={ask} />
        </div>
        <PadDock fields={padded} />
      </div>
      <aside className={`${work.panel} ${styles.panel}`} aria-label={t('return.payBack')}>
        <RepaidBy repayment={repayment} />
        <div className={`${work.trouble} ${styles.trouble}`}>
          <Trouble
            failure={failure ?? exchange.failure ?? price.failure}
            isNothing={attempted && chosen?.length === 0}
            remark={remark}
            refused={refund.refused}
          />
          {failure && <ClockAction failure={failure} onSettled={ask} />}
        </div>
        <Totals
          totals={isChosen ? price.data : undefined}
          stale={price.isStale}
          currency={invoice.currency}
          label={t('return.payBack')}
        />
        {exchange.isOffered && !(failure && isUnderWay(failure)) && (
          <Button
            variant="default"
            aria-disabled={!isPriced}
            {...(!isPriced && { 'data-disabled': true })}
            rightSection={<KeyCap of={keys.exchange} />}
            onClick={exchangeNow}
          >
            {t('exchange.start')}
          </Button>
        )}
        <MainAction isGrave disabled={issuing || !isReady} onClick={ask}>
          {t('return.issue')}
        </MainAction>
      </aside>
      <ConfirmAmount
        opened={asking}
        busy={issuing}
        amount={<Money amount={price.data?.payable} currency={invoice.currency} />}
        means={meansWords(repayment)}
        isNothing={repayment.isNothing}
        number={invoice.number}
        onConfirm={() => void payBack()}
        onClose={() => setAsking(false)}
      />
    </main>
  );
}

/** Returns the field of the first wrong quantity, or else of the first line with goods left. */
function wrongField(quantities: Quantities, lines: Returnable['lines']): string {
  const wrong = lines.findIndex(({ left }, index) => issueOf(quantities[index] ?? '0', left) !== undefined);
  const first = lines.findIndex(({ left }) => left !== '0');
  return quantityField(Math.max(0, wrong === -1 ? first : wrong));
}

/** Returns the field of the first part without an amount, or else of the first one. */
function firstPart({ payment: { parts } }: Repayment): string {
  const open = parts.find(({ amount }) => amount.trim() === '') ?? parts[0];
  return partField(open?.key ?? '');
}

interface TroubleProps {
  readonly failure: Failure | undefined;
  readonly isNothing: boolean;
  readonly remark: string | undefined;
  readonly refused: Refund['refused'];
}

function Trouble({ failure, isNothing, remark, refused }: TroubleProps) {
  const { t } = useLanguage();
  if (failure !== undefined && isUnderWay(failure)) return <StepUnderWay failure={failure} />;
  if (failure !== undefined) return <FailureNote of={failure} />;
  if (remark !== undefined) return <Note tone="amber">{remark}</Note>;
  if (refused !== undefined)
    return (
      <Note tone={refused.state === 'declined' ? 'red' : 'amber'}>
        {t(refused.state === 'declined' ? 'pay.refund.declined' : 'pay.refund.cancelled')}{' '}
        {refused.says !== undefined && <bdi dir="ltr">{refused.says}</bdi>}
      </Note>
    );
  return isNothing ? <Note tone="red">{t('return.nothing')}</Note> : null;
}

/** Says what becomes of the advances that the invoice deducted. */
function PaidInAdvance({ amount }: { amount: Halalas | undefined }) {
  const { t, format } = useLanguage();
  if (amount === undefined) return null;
  return <Note tone="amber">{t('return.paidInAdvance', { amount: format.money(amount) })}</Note>;
}

/** Returns the total of the chosen goods, calculated by the terminal. */
function usePriceOfReturn(uuid: string, lines: NoteInput['lines'] | undefined, isCash: boolean) {
  const [settled] = useDebouncedValue(lines, pause);
  // Any reason can be used, because it does not change the total.
  const reason = returnReasons.returned;
  // Another means stands for all others, which are not rounded.
  const payment = isCash ? {} : { payment: 'other' as const };
  const note = useTerminalQuery(
    'invoice.returnNote',
    settled && { uuid, lines: settled, reason, ...payment },
    { gcTime: 0 },
  );
  const { data, isPlaceholderData, error } = useTerminalQuery('sale.price', note.data, {
    gcTime: 0,
    keepsPrevious: true,
  });
  const fault = note.error ?? error;
  const failure: Failure | undefined =
    fault === null ? undefined : fault instanceof FailureError ? fault.failure : { code: 'internal' };
  return { data, isStale: isPlaceholderData || settled !== lines, failure };
}

function RepaidBy({ repayment: { payment, offered, isNothing, choose } }: { repayment: Repayment }) {
  const { t, words } = useLanguage();
  if (isNothing) return <p className={common.flush}>{t('return.nothingBack')}</p>;
  return (
    <div>
      <div className={styles.label}>{t('return.paidBackBy')}</div>
      {/* If several means are chosen, none of these is selected. */}
      <Choice<DraftMeans | ''>
        fullWidth
        aria-label={t('return.paidBackBy')}
        value={payment.means === 'several' ? '' : payment.means}
        onChange={(means) => means !== '' && choose(means)}
        {...(offered.includes('onAccount') && { orientation: 'vertical' as const })}
        data={offered.map((means) => ({ value: means, label: words.payments[means] }))}
      />
    </div>
  );
}

function RepaidParts({ repayment, onEnter }: { repayment: Repayment; onEnter: () => void }) {
  const { t } = useLanguage();
  const { payment, offered, settlement, isNothing, choose } = repayment;
  if (isNothing) return null;
  if (payment.means !== 'several')
    return (
      <Button variant="subtle" className={styles.several} onClick={() => choose('several')}>
        {t('return.several')}
      </Button>
    );
  return (
    <div>
      <Parts paying={{ ...repayment, aim: () => {} }} once={offered} onEnter={onEnter} />
      <Verdict settlement={settlement} hasCash={false} paid={[]} />
    </div>
  );
}

function useMeansWords(): (repayment: Repayment) => string {
  const { t, words, format } = useLanguage();
  const part = (means: keyof typeof words.payments, amount: Halalas = 0) =>
    `${words.payments[means]} \u2068${format.money(amount)}\u2069`;
  return ({ payment: { means }, settlement: { shares }, isNothing }) =>
    isNothing
      ? t('return.nothingBack')
      : means === 'several'
        ? shares.map((share) => part(share.means, share.amount)).join(' + ')
        : words.payments[means];
}
