import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Account, type AccountMeans, accountMeans } from '../../shared/contract/accounts.ts';
import type { CommandOutput } from '../../shared/contract/index.ts';
import { halalasToText } from '../../shared/money.ts';
import { Field } from '../components/field.tsx';
import forms from '../components/forms.module.css';
import { Note } from '../components/note.tsx';
import { SelectField } from '../components/select-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useSettled } from '../components/use-settled.ts';
import { useLanguage } from '../language/language.tsx';
import { readAmount } from '../language/read-amount.ts';
import { useFailureWords } from '../language/use-failure-words.ts';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import styles from './accounts.module.css';
import { Balance } from './balance.tsx';
import { usePrintVoucher } from './print-voucher.tsx';

interface PaymentFormProps {
  readonly of: Pick<Account, 'key' | 'buyer' | 'balance'>;
  /** True where a credit is paid back to the buyer. */
  readonly isBack?: boolean;
  onDone(received: CommandOutput<'account.pay'>): void;
  onCancel(): void;
}

/** Receives a payment of one buyer, or pays a credit back, and prints its voucher. */
export function PaymentForm({
  of: { key, buyer, balance },
  isBack = false,
  onDone,
  onCancel,
}: PaymentFormProps) {
  const { t, words } = useLanguage();
  const { say } = useFailureWords();
  const { run, busy } = useTerminalCommand(isBack ? 'account.payBack' : 'account.pay');
  const voucher = usePrintVoucher();
  // The press that opened the form, made twice, must not receive the amount that stands in it.
  const settled = useSettled();
  // A second press receives nothing twice.
  const [id] = useState(() => crypto.randomUUID());
  const form = useForm({
    id: 'account',
    initial: { amount: halalasToText(Math.abs(balance)), means: 'cash' as AccountMeans, note: '' },
    check: ({ amount }) => ({
      amount: (readAmount(amount) ?? 0) > 0 ? undefined : t('accounts.notAmount'),
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
      const received = await run(payment);
      // The answer may have been lost: with the same id it is the same payment when it is asked for again.
      return received?.ok === false && received.failure.code === 'internal' ? run(payment) : received;
    },
    onDone: (received: CommandOutput<'account.pay'>) => {
      void voucher.print(received.payment.number);
      onDone(received);
    },
  });
  return (
    <form className={forms.form} onSubmit={form.onSubmit} noValidate>
      <p className={styles.name}>
        <bdi>{buyer.name}</bdi>
      </p>
      <p>
        <Balance amount={balance} />
      </p>
      {form.failure && <Note tone="red">{say(form.failure)}</Note>}
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
          {t('accounts.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Returns a function that writes an amount in riyals. */
export function useSaidMoney() {
  const { format } = useLanguage();
  return (amount: number) => `${format.money(amount)} ${format.currency('SAR')}`;
}
