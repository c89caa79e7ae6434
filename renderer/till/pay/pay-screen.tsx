import { Box, Flex, Text, UnstyledButton } from '@mantine/core';
import {
  IconArrowsSplit2,
  IconBuildingBank,
  IconCash,
  IconCreditCard,
  IconFileInvoice,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { Issue } from '../../../shared/failure.ts';
import type { DraftMeans } from '../../../shared/stored/basket/payment.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import common from '../../ui/components/common.module.css';
import workScreen from '../../ui/components/layout/work-screen.module.css';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { KeyCap } from '../../ui/components/press/key-cap.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { useSettled } from '../../ui/components/press/use-settled.ts';
import { Money } from '../../ui/components/tables/money.tsx';
import { Totals } from '../../ui/components/tables/totals.tsx';
import { takenAmount } from '../../ui/components/taken-amount.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { type Key, keys, useKeys } from '../../ui/page/keys.ts';
import { focusField, useCart } from '../cart/cart.tsx';
import { currencyOf } from '../cart/draft.ts';
import { Goods } from './goods.tsx';
import { PayActions } from './pay-actions.tsx';
import styles from './pay-screen.module.css';
import { Trouble } from './trouble.tsx';
import type { Card } from './use-card.ts';
import { type Payment, partField, payAction, tenderedField, usePayment } from './use-payment.ts';
import { useSteps } from './use-steps.ts';
import { Verdict } from './verdict.tsx';
import { Work } from './work.tsx';

interface PayScreenProps {
  readonly totals: CommandOutput<'sale.price'> | undefined;
  readonly lineTotals: ReadonlyMap<string, Halalas>;
  readonly stale: boolean;
  readonly remarks: readonly Issue[];
  readonly card: Card;
}

/**
 * The means and amounts by which a basket is paid, and the main action that issues it. The goods cannot be changed
 * here. Nothing is issued in the first moment of this screen, because the key that led here is also the one that
 * issues.
 */
export function PayScreen({ totals, lineTotals, stale, remarks, card }: PayScreenProps) {
  const { t, format } = useLanguage();
  const { draft, issuing, issue, backToBasket } = useCart();
  const payable = stale ? undefined : totals?.payable;
  const paying = usePayment(totals?.payable ?? 0, card);
  const { payment, settlement, question, due, isRounded } = paying;
  const settled = useSettled(card.changes);
  const steps = useSteps(payable, paying, card);
  const isBack = !due.takesMoney;
  const isAsking = card.requested !== undefined || card.open !== undefined;
  const isUnknown = card.open?.state === 'unknown' && card.requested === undefined;
  const isReady = settled && (steps.isReady || isUnknown);

  const confirm = () => {
    if (isReady && isUnknown) card.check();
    else if (isReady) steps.act();
    else if (settled && !isAsking && settlement.trouble !== undefined)
      focusField(firstField(payment.means, paying));
  };
  const leave = () => {
    if (isAsking) steps.cancel();
    else if (!card.isLocked) backToBasket();
  };
  useKeys({ [keys.main]: confirm, [keys.back]: leave });

  const { means } = payment;
  const focusFor = useEffectEvent((chosen: typeof means, isBusy: boolean) =>
    focusField(isBusy ? payAction : firstField(chosen, paying)),
  );
  useEffect(() => focusFor(means, isAsking), [means, isAsking]);

  const currency = currencyOf(draft);
  const label = t(due.takesMoney ? 'pay.due' : 'pay.dueBack');
  return (
    <main className={`${workScreen.screen} ${styles.screen}`}>
      <h1 className="visually-hidden">{t('pay.title')}</h1>
      <div className={styles.entry}>
        <div className={styles.scroll}>
          <CardPaid card={card} isBack={isBack} />
          {isAsking ? (
            <CardStep card={card} isBack={isBack} />
          ) : (
            <Choosing
              paying={paying}
              card={card}
              due={totals === undefined ? undefined : due.amount}
              onEnter={confirm}
            />
          )}
        </div>
        <PayActions card={card} isBack={isBack} onBack={leave} />
      </div>
      <Goods lineTotals={lineTotals} />
      <aside className={styles.panel} aria-label={label}>
        <Totals
          totals={totals}
          stale={stale}
          currency={currency}
          label={label}
          back={draft.exchange?.back}
          {...(isRounded && { rounding: settlement.rounding })}
        />
        <Verdict settlement={settlement} hasCash={due.takesMoney} paid={card.paid} />
        <div className={styles.trouble}>
          <Trouble remarks={remarks} onAgain={() => void issue(payable, card.paid)} />
        </div>
        <MainAction id={payAction} isGrave disabled={!isReady} onClick={confirm}>
          {issuing
            ? t('sale.issuing')
            : isUnknown
              ? t(card.isChecking ? 'pay.card.asking' : 'pay.card.again')
              : isAsking
                ? t(
                    card.requested === undefined && card.open?.state === 'differs'
                      ? 'pay.card.manager'
                      : 'pay.card.waiting',
                  )
                : question !== undefined
                  ? t(isBack ? 'pay.refund.ask' : 'pay.card.ask', { amount: format.money(question.amount) })
                  : t(`special.issue.${draft.advanced.kind}`)}
        </MainAction>
      </aside>
    </main>
  );
}

interface ChoosingProps {
  readonly paying: Payment;
  readonly card: Card;
  readonly due: Halalas | undefined;
  readonly onEnter: () => void;
}

function Choosing({ paying, card, due, onEnter }: ChoosingProps) {
  const { t } = useLanguage();
  const { draft } = useCart();
  if (due === 0) return <p className={common.flush}>{t('pay.nothing')}</p>;
  if (card.paid.length > 0 && paying.settlement.rest <= 0 && paying.settlement.shares.length === 0)
    return null;
  return (
    <>
      <CardRefused card={card} isBack={!paying.due.takesMoney} />
      <MeansButtons paying={paying} />
      <Work paying={paying} currency={currencyOf(draft)} onEnter={onEnter} />
    </>
  );
}

/** Returns the field that the payment begins with; the main action if nothing is to be typed. */
function firstField(means: Payment['payment']['means'], { payment: { parts }, settlement }: Payment): string {
  if (means === 'cash' && document.getElementById(tenderedField) !== null) return tenderedField;
  if (means !== 'several') return payAction;
  if (settlement.trouble?.kind === 'short') return tenderedField;
  const open = parts.find(({ amount }) => amount.trim() === '') ?? parts[0];
  return open === undefined ? payAction : partField(open.key);
}

const looks: Record<DraftMeans | 'several', { readonly of: Key; readonly Icon: typeof IconCash }> = {
  cash: { of: keys.payCash, Icon: IconCash },
  card: { of: keys.payCard, Icon: IconCreditCard },
  bankTransfer: { of: keys.payTransfer, Icon: IconBuildingBank },
  onAccount: { of: keys.payOnAccount, Icon: IconFileInvoice },
  several: { of: keys.paySeveral, Icon: IconArrowsSplit2 },
};

function MeansButtons({ paying: { payment, offered, choose } }: { paying: Payment }) {
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

interface CardStepProps {
  readonly card: Card;
  readonly isBack: boolean;
}

const groupOf = (isBack: boolean) => (isBack ? 'pay.refund' : 'pay.card');

function CardStep({ card, isBack }: CardStepProps) {
  const { t } = useLanguage();
  const of = groupOf(isBack);
  const { draft } = useCart();
  const state = card.requested === undefined ? card.open?.state : undefined;
  const isUnknown = state === 'unknown' || state === 'differs';
  return (
    <Flex component="section" direction="column" gap="md" maw="34rem">
      <div role="status">
        <Text component="h2" fw={700} fz="1.5rem" lh={1.4} {...(isUnknown && { c: 'var(--amber)' })}>
          {t(`${of}.${state === 'differs' ? 'differs' : isUnknown ? 'unknown' : 'follow'}`)}
        </Text>
        <Box component="p" my="0.5rem 1rem" fz="3.25rem" fw={600} lh={1.2}>
          <Money amount={card.requested ?? card.open?.amount} currency={currencyOf(draft)} />
        </Box>
        <Text inherit lh={1.6}>
          {state === 'differs'
            ? t(`${of}.differsText`, { taken: takenAmount(card.open ?? {}) })
            : t(`${of}.${isUnknown ? 'unknownText' : 'followText'}`)}
        </Text>
      </div>
      <FailureNote of={card.failure} />
    </Flex>
  );
}

function CardRefused({ card: { refused, failure }, isBack }: CardStepProps) {
  const { t } = useLanguage();
  // An interrupted question may have an outcome by now, which takes precedence.
  const isFailure = failure !== undefined && (refused === undefined || failure.code === 'no-card-terminal');
  if (isFailure) return <FailureNote of={failure} />;
  if (refused === undefined) return null;
  const isDeclined = refused.state === 'declined';
  return (
    <Note tone={isDeclined ? 'red' : 'amber'}>
      {t(`${groupOf(isBack)}.${isDeclined ? 'declined' : 'cancelled'}`)}
      {isDeclined && refused.says !== undefined && (
        <Box component="p" my="0.25rem 0">
          {t('pay.card.says')} <bdi dir="ltr">{refused.says}</bdi>
        </Box>
      )}
    </Note>
  );
}

function CardPaid({ card: { paid }, isBack }: CardStepProps) {
  const { t, format } = useLanguage();
  const { draft } = useCart();
  if (paid.length === 0) return null;
  const of = groupOf(isBack);
  const amount = paid.reduce((sum, one) => sum + one.amount, 0);
  return (
    <Note tone="amber">
      <strong>
        {t(`${of}.paid`, { amount: `${format.money(amount)} ${format.currency(currencyOf(draft))}` })}
      </strong>
      <Box component="p" my="0.25rem 0">
        {t(`${of}.locked`)}
      </Box>
    </Note>
  );
}
