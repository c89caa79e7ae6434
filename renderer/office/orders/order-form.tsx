import { type FormEvent, useState } from 'react';
import type { OfficeInput, OfficeOutput } from '../../../shared/office/contract.ts';
import type { OfficeFailure } from '../../../shared/office/failure.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { DayField } from '../../ui/components/forms/day-field.tsx';
import { Field } from '../../ui/components/forms/field.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { TextField } from '../../ui/components/forms/text-field.tsx';
import { type Form, useForm } from '../../ui/components/forms/use-form.ts';
import { Note } from '../../ui/components/marks/note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { isWrongDay } from '../../ui/language/read-day.ts';
import { useOfficeCommand, useOfficeQuery } from '../office.ts';
import { OfficeForm } from '../parts/office-form.tsx';
import { ResultNote } from '../result-note.tsx';
import { useOfficeWords } from '../use-office-words.ts';
import {
  emptyOrder,
  type FormKind,
  firstField,
  formKinds,
  isSomething,
  type OrderValues,
  orderOf,
  typedFields,
} from './order-fields.ts';

interface Sent {
  readonly sent: number;
  readonly left: number;
  /** The lines that are no articles. */
  readonly faults?: readonly number[];
}

export function OrderForm({ device, onDone }: { device?: number; onDone(): void }) {
  const { t } = useOfficeWords();
  const send = useOfficeCommand('order.send');
  const sendArticles = useOfficeCommand('order.articles');
  const busy = send.busy || sendArticles.busy;
  const tills = useTills(device);
  const [result, setResult] = useState<Sent>();
  const form = useForm<OrderValues, Sent, OfficeFailure>({
    id: 'order',
    initial: { ...emptyOrder, kind: 'articles', tills: 'all', days: '7' },
    check: (given) => ({
      [firstField[given.kind]]: isSomething(given.kind, given) ? undefined : t('orders.nothing'),
      from: given.kind !== 'articles' || !isWrongDay(given.from) ? undefined : t('orders.noDay'),
      days: /^[1-9]\d?$/.test(given.days) ? undefined : t('orders.daysWrong'),
    }),
    async send(given) {
      if (busy) return undefined;
      const devices = device === undefined ? tills.of(given.tills) : [device];
      if (devices.length === 0) return undefined;
      const to = { devices, days: Number(given.days) };
      if (given.kind !== 'articles')
        return send.run({ ...to, order: orderOf(given.kind, given) as OfficeInput<'order.send'>['order'] });
      return sendArticles.run({ ...to, table: given.table, from: given.from === '' ? null : given.from });
    },
    shown: ({ kind }) => [...typedFields[kind], 'days'],
    onDone(sent) {
      setResult(sent);
      if (sent.sent === 0) return;
      // The next order is often for the same tills. What was typed since stays, too.
      form.reset((now) => ({
        ...changedSince(values, now),
        kind: now.kind,
        tills: now.tills,
        days: now.days,
      }));
    },
  });
  const { values } = form;
  const { kind } = values;
  const onSubmit = (event: FormEvent) => {
    setResult(undefined);
    form.onSubmit(event);
  };
  return (
    <OfficeForm
      form={{ ...form, onSubmit }}
      label={t('orders.send')}
      busy={busy}
      result={result !== undefined && <Result {...result} />}
      onCancel={onDone}
    >
      <div className={forms.fields}>
        <SelectField<FormKind>
          id="order-kind"
          label={t('orders.kind')}
          value={kind}
          options={formKinds.map((value) => ({ value, label: t(`orders.kinds.${value}`) }))}
          onChange={(chosen) => form.set({ kind: chosen })}
        />
        {device === undefined && (
          <SelectField
            id="order-tills"
            label={t('orders.tills')}
            value={values.tills}
            options={tills.options}
            onChange={(chosen) => form.set({ tills: chosen })}
          />
        )}
      </div>
      <OrderParts form={form} />
      <Field
        {...form.text('days', (text) => withLatinNumbers(text).trim())}
        label={t('orders.days')}
        inputMode="numeric"
      />
    </OfficeForm>
  );
}

/** Returns the fields that were changed while the others were on their way. */
function changedSince(sent: OrderValues, now: OrderValues): Partial<OrderValues> {
  return Object.fromEntries(
    Object.entries(now).filter(([field, value]) => value !== sent[field as keyof OrderValues]),
  );
}

function Result({ sent, left, faults = [] }: Sent) {
  const { t } = useOfficeWords();
  const { format } = useLanguage();
  if (faults.length > 0)
    return (
      <Note tone="red">
        {t('orders.faults', { rows: faults.map((row) => format.count(row)).join(', ') })}
      </Note>
    );
  return (
    <ResultNote tone={left === 0 ? 'good' : 'amber'}>
      {t('orders.sent', { count: sent })}
      {left > 0 && ` ${t('orders.left', { count: left })}`}
    </ResultNote>
  );
}

type TillList = OfficeOutput<'till.list'>['tills'];

function useTills(device: number | undefined) {
  const { t } = useOfficeWords();
  const { data } = useOfficeQuery('till.list', {}, { enabled: device === undefined });
  const places = useOfficeQuery('place.list', {}, { enabled: device === undefined });
  const there: TillList = data?.tills.filter(({ enrolledAt, leftAt }) => enrolledAt && !leftAt) ?? [];
  const inBranch = (branch: string) => there.filter((till) => String(till.branch) === branch);
  return {
    options: [
      { value: 'all', label: t('orders.allTills', { count: there.length }) },
      ...(places.data?.branches ?? []).map(({ branch, name }) => ({
        value: String(branch),
        label: t('orders.branchTills', { name, count: inBranch(String(branch)).length }),
      })),
    ],
    of: (wanted: string) => (wanted === 'all' ? there : inBranch(wanted)).map((till) => till.device),
  };
}

interface PartsProps {
  readonly form: Form<OrderValues, OfficeFailure>;
}

const digits = (text: string) => withLatinNumbers(text).trim();

function OrderParts({ form }: PartsProps) {
  const { kind } = form.values;
  if (kind === 'articles') return <ArticleFields form={form} />;
  if (kind === 'people') return <PersonFields form={form} />;
  if (kind === 'settings') return <SettingFields form={form} />;
  return <ContactFields form={form} />;
}

function ArticleFields({ form }: PartsProps) {
  const { t } = useOfficeWords();
  return (
    <>
      <TextField {...form.text('table')} label={t('orders.table')} />
      <DayField {...form.text('from', digits)} label={t('orders.from')} />
    </>
  );
}

function PersonFields({ form }: PartsProps) {
  const { t } = useOfficeWords();
  return (
    <div className={forms.fields}>
      <SelectField
        id="order-doing"
        label={t('orders.doing')}
        value={form.values.doing}
        options={(['save', 'remove'] as const).map((value) => ({ value, label: t(`orders.${value}`) }))}
        onChange={(doing) => form.set({ doing })}
      />
      <Field {...form.text('person')} label={t('orders.name')} />
      {form.values.doing === 'save' && (
        <>
          <SelectField
            id="order-role"
            label={t('orders.role')}
            value={form.values.role}
            options={(['cashier', 'manager'] as const).map((value) => ({
              value,
              label: t(`orders.${value}`),
            }))}
            onChange={(role) => form.set({ role })}
          />
          <Field
            {...form.text('pin', digits)}
            label={t('orders.pin')}
            inputMode="numeric"
            type="password"
            autoComplete="new-password"
          />
        </>
      )}
    </div>
  );
}

function SettingFields({ form }: PartsProps) {
  const { t } = useOfficeWords();
  return (
    <>
      <p className={forms.hint}>{t('orders.keeps')}</p>
      <Field {...form.text('rhythm', digits)} label={t('orders.rhythm')} inputMode="numeric" />
      <Field {...form.text('backupFolder')} label={t('orders.backupFolder')} dir="ltr" />
    </>
  );
}

function ContactFields({ form }: PartsProps) {
  const { t } = useOfficeWords();
  return (
    <div className={forms.fields}>
      {typedFields.contact.map((part) => (
        <Field key={part} {...form.text(part)} label={t(`orders.${part}`)} />
      ))}
    </div>
  );
}
