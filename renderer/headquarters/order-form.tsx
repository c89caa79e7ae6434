import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { OfficeInput, OfficeOutput } from '../../shared/headquarters/contract.ts';
import { Field } from '../components/field.tsx';
import forms from '../components/forms.module.css';
import { Note } from '../components/note.tsx';
import { SelectField } from '../components/select-field.tsx';
import { latinDigits } from '../language/format.ts';
import { useLanguage } from '../language/language.tsx';
import { useOfficeCommand, useOfficeQuery } from './office.ts';
import {
  emptyOrder,
  type FormKind,
  formKinds,
  isSomething,
  type OrderFields,
  orderOf,
} from './order-fields.ts';
import { OrderParts } from './order-parts.tsx';
import { ResultNote } from './result-note.tsx';
import { useOfficeWords } from './use-office-words.ts';

/** A form for an order to all tills, to those of a branch, or to one. */
export function OrderForm({ device, onDone }: { device?: number; onDone(): void }) {
  const { t, say } = useOfficeWords();
  const send = useOfficeCommand('order.send');
  const sendArticles = useOfficeCommand('order.articles');
  const tills = useTills(device);
  const [kind, setKind] = useState<FormKind>('articles');
  const [fields, setFields] = useState<OrderFields>(emptyOrder);
  const [wanted, setWanted] = useState('all');
  const [days, setDays] = useState('7');
  const [isTried, setTried] = useState(false);
  const [result, setResult] = useState<{ sent: number; left: number; faults?: readonly number[] }>();
  const isDays = /^[1-9]\d?$/.test(days) && Number(days) <= 90;
  const isDay = fields.from === '' || !Number.isNaN(Date.parse(fields.from));
  const isFull = isSomething(kind, fields);
  const busy = send.busy || sendArticles.busy;
  const failure = kind === 'articles' ? sendArticles.failure : send.failure;
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setResult(undefined);
    const devices = device === undefined ? tills.of(wanted) : [device];
    if (!isDays || !isDay || !isFull || busy || devices.length === 0) return;
    const to = { devices, days: Number(days) };
    const answer =
      kind === 'articles'
        ? await sendArticles.run({
            ...to,
            table: fields.table,
            from: fields.from === '' ? null : fields.from,
          })
        : await send.run({ ...to, order: orderOf(kind, fields) as OfficeInput<'order.send'>['order'] });
    setResult(answer);
    if (answer !== undefined && answer.sent > 0) {
      setFields(emptyOrder);
      setTried(false);
    }
  };
  return (
    <form onSubmit={(event) => void onSubmit(event)} className={forms.form}>
      <div className={forms.fields}>
        <SelectField<FormKind>
          id="order-kind"
          label={t('orders.kind')}
          value={kind}
          options={formKinds.map((value) => ({ value, label: t(`orders.kinds.${value}`) }))}
          onChange={setKind}
        />
        {device === undefined && (
          <SelectField
            id="order-tills"
            label={t('orders.tills')}
            value={wanted}
            options={tills.options}
            onChange={setWanted}
          />
        )}
      </div>
      <OrderParts
        kind={kind}
        fields={fields}
        dayError={isTried && !isDay ? t('orders.noDay') : undefined}
        onChange={(change) => setFields((before) => ({ ...before, ...change }))}
      />
      <Field
        id="order-days"
        label={t('orders.days')}
        value={days}
        inputMode="numeric"
        error={isTried && !isDays ? t('orders.daysWrong') : undefined}
        onText={(text) => setDays(latinDigits(text).trim())}
      />
      {isTried && !isFull && <Note tone="amber">{t('orders.nothing')}</Note>}
      {failure !== undefined && <Note tone="red">{say(failure)}</Note>}
      {result !== undefined && <Result {...result} />}
      <div className={forms.buttons}>
        <Button type="submit" aria-disabled={busy}>
          {t('orders.send')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('orders.cancel')}
        </Button>
      </div>
    </form>
  );
}

function Result({ sent, left, faults = [] }: { sent: number; left: number; faults?: readonly number[] }) {
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

/** The tills to choose among: all, or those of a branch. */
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
