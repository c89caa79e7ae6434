import { NativeSelect } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { type AskedAct, askedActs, type Limits, usualLimits } from '../../../../shared/values/limits.ts';
import { halalasToText } from '../../../../shared/values/money.ts';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import { SaveRow } from '../../../ui/components/forms/save-row.tsx';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import { type Form, useForm } from '../../../ui/components/forms/use-form.ts';
import page from '../../../ui/components/layout/page.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { TableHead } from '../../../ui/components/tables/table-head.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { readAmount } from '../../../ui/language/read-amount.ts';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import styles from './rights-table.module.css';

/** The limits beyond which a manager must agree. */
const limited = ['discountPercent', 'refund', 'refundDays'] as const;
/** Rights that a shop cannot change: those of each cashier, and those only of managers. */
const ofCashiers = ['sell'] as const;
const ofManagers = ['takeBack', 'credit', 'takings', 'articles', 'settings'] as const;

export function RightsTable() {
  const { t } = useLanguage();
  const { data } = useTerminalQuery('people.limits', {});
  return (
    <section>
      <h3>{t('settings.rights.title')}</h3>
      <p className={page.lead}>{t('settings.rights.lead')}</p>
      {data && isUsual(data) && (
        <p className={page.lead}>
          <strong>{t('settings.rights.usual')}</strong>
        </p>
      )}
      {data && <RightsForm saved={data} />}
    </section>
  );
}

type Values = ReturnType<typeof textOf>;

function RightsForm({ saved }: { saved: Limits }) {
  const { t, words } = useLanguage();
  const { form, busy } = useRights(saved);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <table className={`${common.table} ${styles.table}`} aria-label={t('settings.rights.title')}>
        <TableHead heads={[t('settings.rights.act'), words.roles.cashier, words.roles.manager]} />
        <tbody>
          {ofCashiers.map((name) => (
            <Row key={name} title={t(`settings.rights.${name}`)}>
              <RightMark right="yes" />
            </Row>
          ))}
          {limited.map((name) => (
            <Row key={name} title={t(`settings.limits.${name}`)}>
              <LimitCell form={form} name={name} />
            </Row>
          ))}
          {askedActs.map((act) => (
            <Row key={act} title={t(`settings.limits.asks.${act}`)}>
              <ActCell
                act={act}
                isAsked={form.values[act]}
                onChange={(isAsked) => form.set({ [act]: isAsked })}
              />
            </Row>
          ))}
          {ofManagers.map((name) => (
            <Row key={name} title={t(`settings.rights.${name}`)}>
              <RightMark right="no" />
            </Row>
          ))}
        </tbody>
      </table>
      <Field
        {...form.text('lockMinutes', withLatinNumbers)}
        amount
        maw="24rem"
        mt="1rem"
        label={t('settings.limits.lockMinutes')}
      />
      <Toggle
        label={t('settings.limits.shortPins')}
        text={t('settings.limits.shortPinsText')}
        checked={form.values.shortPins}
        onChange={(shortPins) => form.set({ shortPins })}
      />
      <FailureNote of={form.failure} />
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

function useRights(saved: Limits) {
  const { t } = useLanguage();
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
    send: ({ discountPercent, refund, refundDays, lockMinutes, shortPins, ...acts }) =>
      run({
        ...(discountPercent !== '' && { discountPercent: Number(discountPercent) }),
        ...(refund !== '' && { refund: readAmount(refund) }),
        ...(refundDays !== '' && { refundDays: Number(refundDays) }),
        ...(lockMinutes !== '' && { lockMinutes: Number(lockMinutes) }),
        ...(shortPins && { shortPins }),
        asks: askedActs.filter((act) => acts[act]),
      }),
  });
  return { form, busy };
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>{children}</td>
      <td>
        <RightMark right="yes" />
      </td>
    </tr>
  );
}

function LimitCell({ form, name }: { form: Form<Values>; name: (typeof limited)[number] }) {
  const { t } = useLanguage();
  const { error, ...field } = form.text(name, withLatinNumbers);
  const messageId = `limits-${name}-message`;
  return (
    <>
      <Field
        {...field}
        error={error}
        messageId={messageId}
        amount
        aria-label={t(`settings.limits.${name}`)}
        placeholder={t('settings.rights.unlimited')}
      />
      <span id={messageId} className={error === undefined ? styles.beyond : styles.wrong}>
        {error ?? (field.value === '' ? '' : t('settings.rights.beyond'))}
      </span>
    </>
  );
}

interface ActCellProps {
  readonly act: AskedAct;
  readonly isAsked: boolean;
  onChange(isAsked: boolean): void;
}

function ActCell({ act, isAsked, onChange }: ActCellProps) {
  const { t } = useLanguage();
  return (
    <NativeSelect
      aria-label={t(`settings.limits.asks.${act}`)}
      value={isAsked ? 'asked' : 'yes'}
      data={(['yes', 'asked'] as const).map((value) => ({ value, label: t(`settings.rights.${value}`) }))}
      onChange={(event) => onChange(event.currentTarget.value === 'asked')}
    />
  );
}

const icons = { yes: IconCheck, no: IconMinus } as const;

function RightMark({ right }: { right: keyof typeof icons }) {
  const { t } = useLanguage();
  const Icon = icons[right];
  return (
    <span className={styles.right} data-right={right}>
      <Icon size={20} aria-hidden />
      {t(`settings.rights.${right}`)}
    </span>
  );
}

const textOf = ({ discountPercent, refund, refundDays, lockMinutes, shortPins, asks }: Limits) => ({
  discountPercent: discountPercent === undefined ? '' : String(discountPercent),
  refund: refund === undefined ? '' : halalasToText(refund),
  refundDays: refundDays === undefined ? '' : String(refundDays),
  lockMinutes: lockMinutes === undefined ? '' : String(lockMinutes),
  shortPins: shortPins === true,
  price: asks.includes('price'),
  drawer: asks.includes('drawer'),
  totals: asks.includes('totals'),
  reprint: asks.includes('reprint'),
  'no-receipt': asks.includes('no-receipt'),
  'other-means': asks.includes('other-means'),
  account: asks.includes('account'),
});

const isUsual = (limits: Limits) => JSON.stringify(textOf(limits)) === JSON.stringify(textOf(usualLimits));

const isNumber = (text: string, most: number) =>
  text === '' || (/^\d{1,4}$/.test(text.trim()) && Number(text) <= most);
