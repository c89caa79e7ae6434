import { askedActs, type Limits } from '../../shared/limits.ts';
import { halalasToText } from '../../shared/money.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { Field } from '../components/field.tsx';
import forms from '../components/forms.module.css';
import { Note } from '../components/note.tsx';
import page from '../components/page.module.css';
import { SaveRow } from '../components/save-row.tsx';
import { Toggle } from '../components/toggle.tsx';
import { useForm } from '../components/use-form.ts';
import { latinDigits } from '../language/format.ts';
import { useLanguage } from '../language/language.tsx';
import { readAmount } from '../language/read-amount.ts';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';
import styles from './cashier-limits.module.css';

/** The limits beyond which a cashier needs a manager's agreement. */
export function CashierLimits() {
  const { t } = useLanguage();
  const { data } = useTerminalQuery('people.limits', {});
  return (
    <section>
      <h3>{t('settings.limits.title')}</h3>
      <p className={page.lead}>{t('settings.limits.lead')}</p>
      {data && <LimitsForm saved={data} />}
    </section>
  );
}

function LimitsForm({ saved }: { saved: Limits }) {
  const { t, language } = useLanguage();
  const { run, busy } = useTerminalCommand('people.setLimits');
  const form = useForm({
    id: 'limits',
    initial: textOf(saved),
    check: (typed) => {
      const wrong = t('settings.limits.wrong');
      return {
        discountPercent: isNumber(typed.discountPercent, 100) ? undefined : wrong,
        refund: typed.refund === '' || readAmount(typed.refund) !== undefined ? undefined : wrong,
        refundDays: isNumber(typed.refundDays, 3_650) ? undefined : wrong,
        lockMinutes: isNumber(typed.lockMinutes, 240) && typed.lockMinutes !== '0' ? undefined : wrong,
      };
    },
    send: ({ discountPercent, refund, refundDays, lockMinutes, ...asked }) =>
      run({
        ...(discountPercent !== '' && { discountPercent: Number(discountPercent) }),
        ...(refund !== '' && { refund: readAmount(refund) }),
        ...(refundDays !== '' && { refundDays: Number(refundDays) }),
        ...(lockMinutes !== '' && { lockMinutes: Number(lockMinutes) }),
        asks: askedActs.filter((act) => asked[act]),
      }),
  });
  return (
    <form className={forms.form} onSubmit={form.onSubmit} noValidate>
      {form.failure && <Note tone="red">{describeFailure(form.failure, language)}</Note>}
      <div className={forms.fields}>
        <Field
          {...form.text('discountPercent', latinDigits)}
          amount
          label={t('settings.limits.discountPercent')}
        />
        <Field {...form.text('refund', latinDigits)} amount label={t('settings.limits.refund')} />
        <Field {...form.text('refundDays', latinDigits)} amount label={t('settings.limits.refundDays')} />
        <Field {...form.text('lockMinutes', latinDigits)} amount label={t('settings.limits.lockMinutes')} />
      </div>
      <fieldset className={styles.acts}>
        <legend>{t('settings.limits.asksTitle')}</legend>
        {askedActs.map((act) => (
          <Toggle
            key={act}
            label={t(`settings.limits.asks.${act}`)}
            checked={form.values[act]}
            onChange={(checked) => form.set({ [act]: checked })}
          />
        ))}
      </fieldset>
      <SaveRow
        label={t('settings.limits.save')}
        busy={busy}
        isChanged={form.isChanged}
        isRight={form.isRight}
        isSaved={form.isSaved}
      />
    </form>
  );
}

const textOf = ({ discountPercent, refund, refundDays, lockMinutes, asks }: Limits) => ({
  discountPercent: discountPercent === undefined ? '' : String(discountPercent),
  refund: refund === undefined ? '' : halalasToText(refund),
  refundDays: refundDays === undefined ? '' : String(refundDays),
  lockMinutes: lockMinutes === undefined ? '' : String(lockMinutes),
  price: asks.includes('price'),
  drawer: asks.includes('drawer'),
  totals: asks.includes('totals'),
  reprint: asks.includes('reprint'),
  'no-receipt': asks.includes('no-receipt'),
  'other-means': asks.includes('other-means'),
  account: asks.includes('account'),
});

const isNumber = (text: string, most: number) =>
  text === '' || (/^\d{1,4}$/.test(text.trim()) && Number(text) <= most);
