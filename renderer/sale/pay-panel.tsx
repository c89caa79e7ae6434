import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CommandOutput } from '../../shared/contract/index.ts';
import type { Issue } from '../../shared/failure.ts';
import { describeFailure, describeIssue, describePath, type Language } from '../../shared/words/index.ts';
import { ClockWays } from '../alarms/clock-question.tsx';
import { useCart } from '../cart/cart.tsx';
import { currencyOf, draftPayments } from '../cart/draft.ts';
import type { MessageOf } from '../cart/message.ts';
import { checkDraft, fieldIds, filledKeys } from '../cart/sale-of-draft.ts';
import { Choice } from '../components/choice.tsx';
import { Field } from '../components/field.tsx';
import { KeyCap } from '../components/key-cap.tsx';
import { MainAction } from '../components/main-action.tsx';
import { Note } from '../components/note.tsx';
import { useLanguage } from '../language/language.tsx';
import { type Key, keys } from '../page/keys.ts';
import { hashOf } from '../page/route.ts';
import { useStatus, useTerminalQuery } from '../terminal/use-terminal-query.ts';
import styles from './pay-panel.module.css';
import { Totals } from './totals.tsx';

interface PayPanelProps {
  readonly totals: CommandOutput<'sale.price'> | undefined;
  readonly stale: boolean;
  /** Remarks about the sale that belong to no field; they do not disable the main action. */
  readonly remarks: readonly Issue[];
  readonly messageOf: MessageOf;
  readonly onIssue: () => void;
}

/** The panel with the customer, the payment, the totals and the main action. */
export function PayPanel({ totals, stale, remarks, messageOf, onIssue }: PayPanelProps) {
  const { t, words, format } = useLanguage();
  const { draft, edit, issuing } = useCart();
  const customers = useStatus()?.customers ?? ['consumer', 'business'];
  return (
    <aside className={styles.panel} aria-label={t('sale.total')}>
      <div className={styles.choices}>
        <Labelled label={t('sale.customer')} of={keys.customer}>
          <Choice
            fullWidth
            aria-label={t('sale.customer')}
            value={draft.customer}
            onChange={(customer) => edit((now) => ({ ...now, customer }))}
            data={customers.map((value) => ({ value, label: t(`sale.${value}`) }))}
          />
        </Labelled>
        <Labelled label={t('sale.payment')} of={keys.payment}>
          <Choice
            fullWidth
            aria-label={t('sale.payment')}
            value={draft.payment}
            onChange={(payment) => edit((now) => ({ ...now, payment }))}
            data={[
              ...draftPayments.map((means) => ({ value: means, label: words.payments[means] })),
              ...(draft.payment === 'asBefore'
                ? [{ value: 'asBefore' as const, label: t('correct.asBefore') }]
                : []),
            ]}
          />
        </Labelled>
        <Labelled label={t('sale.discount')} of={keys.discount}>
          <div className={styles.discount}>
            <Field
              id={fieldIds.discount}
              amount
              aria-label={t('sale.discount')}
              placeholder="0"
              value={draft.discount.value}
              error={messageOf(fieldIds.discount)}
              onText={(value) => edit((now) => ({ ...now, discount: { ...now.discount, value } }))}
            />
            <Choice
              aria-label={t('sale.discountKind')}
              value={draft.discount.kind}
              onChange={(kind) => edit((now) => ({ ...now, discount: { ...now.discount, kind } }))}
              data={[
                { value: 'amount', label: format.currency(currencyOf(draft)) },
                { value: 'percent', label: '%' },
              ]}
            />
          </div>
        </Labelled>
      </div>
      <div className={styles.trouble}>
        <Trouble remarks={remarks} />
      </div>
      <Totals totals={totals} stale={stale} currency={currencyOf(draft)} label={t('sale.total')} />
      <MainAction id={fieldIds.issue} isGrave disabled={issuing} onClick={onIssue}>
        {issuing
          ? t('sale.issuing')
          : t(draft.correction ? 'correct.issue' : `special.issue.${draft.more.kind}`)}
      </MainAction>
    </aside>
  );
}

/** The reason why there is no invoice yet, in one sentence, with buttons that help. */
function Trouble({ remarks }: { remarks: readonly Issue[] }) {
  const { t, language } = useLanguage();
  const { draft, attempted, failure, edit, issue } = useCart();
  if (failure?.code === 'no-shift') return <NoShift />;
  if (failure !== undefined)
    return (
      <Note tone="red">
        {describeFailure(failure, language)}
        <ClockWays failure={failure} onSettled={() => void issue()} />
        {failure.code === 'already-reissued' && draft.correction && (
          <div className={styles.ways}>
            <Button
              variant="default"
              component="a"
              href={hashOf({ screen: 'invoice', uuid: draft.correction.uuid })}
            >
              {t('correct.toOriginal')}
            </Button>
          </div>
        )}
        {failure.code === 'sale-differs' && (
          <div className={styles.ways}>
            <Button
              variant="default"
              onClick={() => edit((now) => ({ ...now, saleId: crypto.randomUUID() }))}
            >
              {t('sale.asNewSale')}
            </Button>
          </div>
        )}
      </Note>
    );
  if (attempted && filledKeys(draft).length === 0) return <Note tone="red">{t('sale.empty')}</Note>;
  if (attempted && checkDraft(draft).size > 0) return <Note tone="red">{t('sale.mend')}</Note>;
  if (remarks.length === 0) return null;
  return (
    <Note tone="amber">
      {remarks.map((remark) => (
        <p key={`${remark.code} ${remark.path.join('.')}`} className={styles.remark}>
          {describePlaced(remark, language)}
        </p>
      ))}
    </Note>
  );
}

/** The way to the drawer; gone once a shift was opened there. */
function NoShift() {
  const { t, language } = useLanguage();
  const { data } = useTerminalQuery('shift.current', {});
  if (data?.shift !== undefined) return null;
  return (
    <Note tone="red">
      {describeFailure({ code: 'no-shift' }, language)}
      <div className={styles.ways}>
        <Button variant="default" component="a" href={hashOf({ screen: 'shift' })}>
          {t('shift.toOpen')}
        </Button>
      </div>
    </Note>
  );
}

function describePlaced(issue: Issue, language: Language): string {
  const place = describePath(issue.path, language);
  const sentence = describeIssue(issue, language);
  return place === '' ? sentence : `${place}: ${sentence}`;
}

function Labelled({ label, of, children }: { label: string; of: Key; children: ReactNode }) {
  return (
    <div>
      <div className={styles.label}>
        <span>{label}</span>
        <KeyCap of={of} />
      </div>
      {children}
    </div>
  );
}
