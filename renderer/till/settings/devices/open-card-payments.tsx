import { Button } from '@mantine/core';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import { Field } from '../../../ui/components/forms/field.tsx';
import forms from '../../../ui/components/forms/forms.module.css';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import page from '../../../ui/components/layout/page.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { Confirm } from '../../../ui/components/press/confirm.tsx';
import { Money } from '../../../ui/components/tables/money.tsx';
import { takenAmount } from '../../../ui/components/taken-amount.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';

type CardPayment = CommandOutput<'card.open'>['payments'][number];

export function OpenCardPayments() {
  const { t } = useLanguage();
  const { data } = useTerminalQuery('card.open', {});
  if (data === undefined || data.payments.length === 0) return null;
  return (
    <section aria-label={t('devices.payments.title')}>
      <h3>{t('devices.payments.title')}</h3>
      <p className={page.lead}>{t('devices.payments.lead')}</p>
      {data.payments.map((payment) => (
        <PaymentCard key={payment.id} payment={payment} />
      ))}
    </section>
  );
}

function PaymentCard({ payment }: { payment: CardPayment }) {
  const { t, format } = useLanguage();
  const { amount, currency, state, taken, says, at, endedBy, reference, approvalCode, lastFour, late, back } =
    payment;
  const of = back ? 'devices.refunds' : 'devices.payments';
  const facts = [lastFour && `**** ${lastFour}`, approvalCode, reference].filter(Boolean).join(' ');
  const stateText = late
    ? t(`${of}.state.late`, { taken: format.money(taken ?? amount) })
    : state === 'differs'
      ? t(`${of}.state.differs`, { taken: takenAmount(payment) })
      : state === 'approved'
        ? t(`${of}.state.approved`)
        : t(`devices.payments.state.${state}`);
  return (
    <div className={forms.card}>
      <div className={forms.head}>
        <div className={forms.about}>
          <span className={forms.name}>
            <Money amount={amount} currency={currency} />
            {back && ` · ${t('devices.refunds.back')}`}
          </span>
          <span className={forms.amber}>{stateText}</span>
          <span className={forms.soft}>{t('devices.payments.at', { time: format.dateTime(at) })}</span>
          {facts !== '' && (
            <span className={forms.soft}>
              {t('devices.payments.reference')} <bdi dir="ltr">{facts}</bdi>
            </span>
          )}
          {endedBy !== undefined && (
            <span className={forms.soft}>{t('devices.payments.endedBy', { name: endedBy })}</span>
          )}
          {says !== undefined && state !== 'differs' && (
            <span className={forms.soft}>
              <bdi dir="ltr">{says}</bdi>
            </span>
          )}
        </div>
      </div>
      {state === 'approved' || late ? (
        <Settling payment={payment} />
      ) : (
        <>
          {state !== 'differs' && <AskAgain id={payment.id} />}
          <Ending payment={payment} />
        </>
      )}
    </div>
  );
}

function AskAgain({ id }: { id: string }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('card.status');
  return (
    <>
      <FailureNote of={failure} />
      <div className={forms.buttons}>
        <Button variant="default" aria-disabled={busy} onClick={() => void run({ id })}>
          {busy ? t('devices.trying') : t('devices.payments.ask')}
        </Button>
      </div>
    </>
  );
}

/** A form in which a manager states the outcome of a payment that the card terminal left unresolved. */
function Ending({ payment: { id, amount, currency, back } }: { payment: CardPayment }) {
  const { t, format } = useLanguage();
  const { run, busy } = useTerminalCommand('card.end');
  const form = useForm({
    id: `end-${id}`,
    initial: { reason: '', slip: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('devices.payments.needsReason') : undefined }),
    send: ({ reason, slip }) =>
      slip.trim() === ''
        ? run({ id, as: 'notTaken', reason })
        : run({ id, as: 'taken', slip: slip.trim(), reason }),
  });
  const isTaken = form.values.slip.trim() !== '';
  const of = back ? 'devices.refunds' : 'devices.payments';
  const money = `${format.money(amount)} ${format.currency(currency)}`;
  return (
    <form className={forms.inside} onSubmit={form.onSubmit} noValidate>
      <p className={forms.soft}>{t('devices.payments.endLead')}</p>
      <div className={forms.fields}>
        <Field {...form.text('reason')} label={t('devices.payments.reason')} maxLength={200} />
        <Field {...form.text('slip')} label={t('devices.payments.slip')} dir="ltr" maxLength={40} />
      </div>
      <FailureNote of={form.failure} />
      <div className={forms.buttons}>
        <Confirm
          key={String(isTaken)}
          label={t(`${of}.${isTaken ? 'taken' : 'notTaken'}`)}
          question={isTaken ? t(`${of}.takenAsk`, { amount: money }) : t(`${of}.notTakenAsk`)}
          tone="plain"
          busy={busy}
          onConfirm={() => void form.submit()}
        />
      </div>
    </form>
  );
}

function Settling({ payment: { id, back } }: { payment: CardPayment }) {
  const { t } = useLanguage();
  const of = back ? 'devices.refunds' : 'devices.payments';
  const { run, busy } = useTerminalCommand('card.settle');
  const form = useForm({
    id: `settle-${id}`,
    initial: { reason: '', number: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('devices.payments.needsReason') : undefined }),
    send: ({ reason, number }) =>
      number.trim() === ''
        ? run({ id, as: 'voided', reason })
        : run({ id, as: 'belongs', number: number.trim(), reason }),
  });
  const isNumbered = form.values.number.trim() !== '';
  return (
    <form className={forms.inside} onSubmit={form.onSubmit} noValidate>
      <div className={forms.fields}>
        <Field {...form.text('reason')} label={t('devices.payments.reason')} maxLength={200} />
        <Field {...form.text('number')} label={t(`${of}.number`)} dir="ltr" maxLength={127} />
      </div>
      <FailureNote of={form.failure} />
      <div className={forms.buttons}>
        {isNumbered ? (
          <Button type="submit" variant="default" aria-disabled={busy}>
            {t(`${of}.belongs`)}
          </Button>
        ) : (
          <Confirm
            label={t('devices.payments.voided')}
            question={t('devices.payments.voidedAsk')}
            tone="plain"
            busy={busy}
            onConfirm={() => void form.submit()}
          />
        )}
      </div>
    </form>
  );
}
