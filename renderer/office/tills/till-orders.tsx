import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TillRow } from '../../../shared/office/tills.ts';
import { type StopReason, stopReasons } from '../../../shared/office/wire/orders.ts';
import { Field } from '../../ui/components/forms/field.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { Note } from '../../ui/components/marks/note.tsx';
import { pollIntervalMs, useOfficeCommand, useOfficeQuery } from '../office.ts';
import { OrderForm } from '../orders/order-form.tsx';
import { SentOrders } from '../orders/orders-screen.tsx';
import { OfficeForm } from '../parts/office-form.tsx';
import { PendingRequests } from '../parts/pending-requests.tsx';
import { ResultNote } from '../result-note.tsx';
import { useOfficeWords } from '../use-office-words.ts';

type Opened = 'order' | 'stop' | 'goOn' | 'release';

export function TillOrders({ till }: { till: TillRow }) {
  const { t, say } = useOfficeWords();
  const { device } = till;
  const { data, error } = useOfficeQuery('order.list', { device }, { every: pollIntervalMs });
  const [opened, setOpened] = useState<Opened>();
  const [wasAsked, setAsked] = useState(false);
  const isRed = till.refused !== null || till.isStampWrong;
  const open = (what: Opened) => {
    setAsked(false);
    setOpened(what);
  };
  const close = () => setOpened(undefined);
  const onAsked = () => {
    setAsked(true);
    close();
  };
  const actions: readonly Opened[] = ['order', 'stop', 'goOn', ...(isRed ? (['release'] as const) : [])];
  return (
    <>
      <h3>{t('orders.forTill')}</h3>
      {error !== null && <Note tone="red">{say(error)}</Note>}
      {wasAsked && <ResultNote tone="good">{t('orders.wasAsked')}</ResultNote>}
      {opened === undefined ? (
        <div className={forms.buttons}>
          {actions.map((what) => (
            <Button key={what} variant="default" onClick={() => open(what)}>
              {t(what === 'order' ? 'orders.give' : `orders.${what}`)}
            </Button>
          ))}
        </div>
      ) : (
        <section className={forms.card} data-open aria-label={t('orders.forTill')}>
          {opened === 'order' && <OrderForm device={device} onDone={close} />}
          {opened === 'release' && <AskRelease device={device} onAsked={onAsked} onCancel={close} />}
          {(opened === 'stop' || opened === 'goOn') && (
            <AskStop device={device} stopped={opened === 'stop'} onAsked={onAsked} onCancel={close} />
          )}
        </section>
      )}
      {data !== undefined && (
        <>
          <PendingRequests pending={data.pending} now={data.now} />
          <SentOrders orders={data.orders} now={data.now} />
        </>
      )}
    </>
  );
}

interface AskProps {
  readonly device: number;
  onAsked(): void;
  onCancel(): void;
}

function AskStop({ device, stopped, onAsked, onCancel }: AskProps & { stopped: boolean }) {
  const { t } = useOfficeWords();
  const { run, busy } = useOfficeCommand('stop.ask');
  const form = useForm({
    id: 'stop',
    initial: { why: (stopped ? 'stolen' : 'other') as StopReason },
    send: ({ why }) => run({ device, stopped, why }),
    shown: () => [],
    onDone: onAsked,
  });
  return (
    <OfficeForm form={form} label={t('orders.ask')} busy={busy} onCancel={onCancel}>
      <SelectField<StopReason>
        id="stop-why"
        label={t('orders.why')}
        value={form.values.why}
        options={stopReasons.map((value) => ({ value, label: t(`orders.whys.${value}`) }))}
        onChange={(why) => form.set({ why })}
      />
    </OfficeForm>
  );
}

function AskRelease({ device, onAsked, onCancel }: AskProps) {
  const { t } = useOfficeWords();
  const { run, busy } = useOfficeCommand('release.ask');
  const form = useForm({
    id: 'release',
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('orders.reasonMissing') : undefined }),
    send: ({ reason }) => run({ device, reason }),
    onDone: onAsked,
  });
  return (
    <OfficeForm form={form} label={t('orders.ask')} busy={busy} onCancel={onCancel}>
      <Field {...form.text('reason')} label={t('orders.reason')} maxLength={500} />
    </OfficeForm>
  );
}
