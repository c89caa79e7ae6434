import type { Account } from '../../../shared/contract/till/accounts.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import { Field } from '../../ui/components/forms/field.tsx';
import { FormButtons } from '../../ui/components/forms/form-buttons.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { readAmount } from '../../ui/language/read-amount.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import styles from './accounts.module.css';

interface LimitFormProps {
  readonly of: Pick<Account, 'key' | 'limit'>;
  onDone(): void;
}

export function LimitForm({ of: { key, limit }, onDone }: LimitFormProps) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('account.setLimit');
  const isEmpty = (text: string) => text.trim() === '';
  const form = useForm({
    id: 'limit',
    initial: { amount: limit === undefined ? '' : halalasToText(limit) },
    check: ({ amount }) => ({
      amount: isEmpty(amount) || readAmount(amount) !== undefined ? undefined : t('accounts.notAmount'),
    }),
    send: ({ amount }) => run({ key, ...(!isEmpty(amount) && { limit: readAmount(amount) }) }),
    onDone,
  });
  return (
    <form className={forms.form} onSubmit={form.onSubmit} noValidate>
      <ProblemNote of={form.failure} />
      <Field {...form.text('amount')} amount autoFocus label={t('accounts.limitLabel')} />
      <p className={styles.soft}>{t('accounts.limitHint')}</p>
      <FormButtons
        label={t('accounts.saveLimit')}
        busy={busy}
        cancelLabel={t('accounts.cancel')}
        onCancel={onDone}
      />
    </form>
  );
}
