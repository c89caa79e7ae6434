import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import {
  type Account,
  type AccountMeans,
  type AccountPaymentView,
  accountMeans,
} from '../../../shared/contract/till/accounts.ts';
import type { FailureCode } from '../../../shared/failure.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { LoadError } from '../../ui/components/load-error.tsx';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { useSettled } from '../../ui/components/press/use-settled.ts';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { readAmount } from '../../ui/language/read-amount.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './accounts.module.css';
import { askedPayment, forgetAskedPayment, keepAskedPayment, useAskedPlace } from './asked-payment.ts';
import { Balance } from './balance.tsx';
import { PrintVoucher, usePrintVoucher } from './print-voucher.tsx';

/** The failures after which something may have been recorded under the id. */
const unclear: readonly FailureCode[] = ['internal', 'money-differs'];

interface PaymentFormProps {
  readonly of: Pick<Account, 'key' | 'buyer' | 'balance'>;
  readonly isBack?: boolean;
  onDone(received: CommandOutput<'account.pay'>): void;
  onCancel(): void;
}

/**
 * Receives a payment of one buyer, or pays a credit back. An earlier payment whose answer was lost is looked up first,
 * so that nobody records it twice.
 */
export function PaymentForm(props: PaymentFormProps) {
  const place = useAskedPlace(props.of.key);
  return place === undefined ? null : <Payment key={place} {...props} place={place} />;
}

interface PaymentProps extends PaymentFormProps {
  readonly place: string;
}

function Payment(props: PaymentProps) {
  const { place, onCancel } = props;
  const [{ requested, wasLost }, setStep] = useState<{ requested?: string | undefined; wasLost?: boolean }>(
    () => ({
      requested: askedPayment(place),
    }),
  );
  const { data, error, isFetching, refetch } = useTerminalQuery(
    'account.received',
    requested === undefined ? undefined : { id: requested },
  );
  // Once the form is open it stays, even if newer data is loaded meanwhile.
  if (requested === undefined) return <NewPayment {...props} wasLost={wasLost === true} />;
  if (data?.payment === undefined) {
    if (isFetching) return null;
    if (error) return <NotLookedUp error={error} onAgain={() => void refetch()} onCancel={onCancel} />;
    setStep({ wasLost: true });
    return null;
  }
  const { payment, balance = 0 } = data;
  const forget = () => forgetAskedPayment(place, requested);
  return (
    <RecordedBefore
      payment={payment}
      balance={balance}
      onAnother={() => {
        forget();
        setStep({ requested: askedPayment(place) });
      }}
      onClose={() => {
        forget();
        onCancel();
      }}
    />
  );
}

function NotLookedUp({ error, onAgain, onCancel }: { error: Error; onAgain(): void; onCancel(): void }) {
  const { t } = useLanguage();
  return (
    <div className={styles.panel}>
      <LoadError error={error} />
      <div className={forms.buttons}>
        <Button onClick={onAgain}>{t('app.tryAgain')}</Button>
        <Button variant="default" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </div>
  );
}

interface RecordedBeforeProps {
  readonly payment: AccountPaymentView;
  readonly balance: number;
  onAnother(): void;
  onClose(): void;
}

function RecordedBefore({ payment, balance, onAnother, onClose }: RecordedBeforeProps) {
  const { t, format } = useLanguage();
  const money = useSaidMoney();
  const amount = money(Math.abs(payment.amount));
  return (
    <div className={styles.panel}>
      <Note tone="amber">
        {t('accounts.wasRecorded', { number: format.count(payment.number), amount, balance: money(balance) })}
      </Note>
      <PrintVoucher number={payment.number} />
      <div className={forms.buttons}>
        <Button variant="default" onClick={onAnother}>
          {t('accounts.another')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('app.close')}
        </Button>
      </div>
    </div>
  );
}

function NewPayment({
  of: { key, buyer, balance },
  place,
  isBack = false,
  wasLost,
  onDone,
  onCancel,
}: PaymentProps & { readonly wasLost: boolean }) {
  const { t, words } = useLanguage();
  const { run, busy } = useTerminalCommand(isBack ? 'account.payBack' : 'account.pay');
  const voucher = usePrintVoucher();
  // A double press on the button that opens the form must not record the amount in it.
  const settled = useSettled();
  // Pressing again must not record the payment twice.
  const [id] = useState(() => crypto.randomUUID());
  const form = useForm({
    id: 'account',
    initial: { amount: halalasToText(Math.abs(balance)), means: 'cash' as AccountMeans, note: '' },
    check: ({ amount }) => ({
      amount: (readAmount(amount) ?? 0) > 0 ? undefined : t('shift.notAmount'),
    }),
    async send({ amount, means, note }) {
      if (!settled) return undefined;
      const payment = {
        id,
        key,
        means,
        amount: readAmount(amount) ?? 0,
        ...(note.trim() !== '' && { note }),
      };
      keepAskedPayment(place, id);
      const first = await run(payment);
      // The answer may have been lost; a repeated request with the same id means the same payment.
      const isLost = first?.ok === false && first.failure.code === 'internal';
      const received = isLost ? await run(payment) : first;
      if (received?.ok || (received && !unclear.includes(received.failure.code)))
        forgetAskedPayment(place, id);
      return received;
    },
    onDone: (received: CommandOutput<'account.pay'>) => {
      void voucher.print(received.payment.number);
      onDone(received);
    },
  });
  return (
    <form className={forms.form} onSubmit={form.onSubmit} noValidate>
      <Box component="p" className={common.wrap} display="block" fw={600}>
        <Written text={buyer.name} />
      </Box>
      <p>
        <Balance amount={balance} />
      </p>
      {wasLost && <Note tone="amber">{t('accounts.wasNotRecorded')}</Note>}
      <ProblemNote of={form.failure} />
      <div className={forms.fields}>
        <Field {...form.text('amount')} amount autoFocus label={t('accounts.amount')} placeholder="0.00" />
        <SelectField
          label={t('accounts.means')}
          value={form.values.means}
          options={accountMeans.map((value) => ({ value, label: words.payments[value] }))}
          onChange={(means) => form.set({ means })}
        />
        <Field {...form.text('note')} label={t('accounts.noteLabel')} dir="auto" maxLength={200} />
      </div>
      <div className={forms.buttons}>
        <Button type="submit" size="lg" aria-disabled={busy || !settled}>
          {t(isBack ? 'accounts.payBackNow' : 'accounts.receiveNow')}
        </Button>
        <Button variant="default" size="lg" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  );
}

export function useSaidMoney() {
  const { format } = useLanguage();
  return (amount: number) => `${format.money(amount)} ${format.currency('SAR')}`;
}
