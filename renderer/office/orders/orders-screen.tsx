import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SentOrderRow } from '../../../shared/office/orders.ts';
import common from '../../ui/components/common.module.css';
import forms from '../../ui/components/forms/forms.module.css';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import list from '../../ui/components/tables/list.module.css';
import { Written } from '../../ui/components/written.tsx';
import { pollIntervalMs, useOfficeQuery } from '../office.ts';
import { OfficePage } from '../parts/office-page.tsx';
import { PendingRequests } from '../parts/pending-requests.tsx';
import { addressOf } from '../route.ts';
import { useOfficeWords } from '../use-office-words.ts';
import { OrderForm } from './order-form.tsx';

export function OrdersScreen() {
  const { t } = useOfficeWords();
  const { data, error } = useOfficeQuery('order.list', {}, { every: pollIntervalMs });
  const [isGiving, setGiving] = useState(false);
  return (
    <OfficePage title={t('screens.orders')} lead={t('orders.lead')} error={error}>
      {isGiving ? (
        <section className={forms.card} data-open aria-label={t('orders.give')}>
          <OrderForm onDone={() => setGiving(false)} />
        </section>
      ) : (
        <div className={forms.gap}>
          <Button onClick={() => setGiving(true)}>{t('orders.give')}</Button>
        </div>
      )}
      {data !== undefined && (
        <>
          <PendingRequests pending={data.pending} now={data.now} />
          <SentOrders orders={data.orders} now={data.now} />
        </>
      )}
    </OfficePage>
  );
}

const tones = { waiting: 'amber', over: 'off', done: 'good', refused: 'red', failed: 'red' } as const;

export function SentOrders({ orders, now }: { orders: readonly SentOrderRow[]; now: string }) {
  const { t, when } = useOfficeWords();
  if (orders.length === 0) return <p>{t('orders.none')}</p>;
  return (
    <ul className={list.list}>
      {orders.map(({ device, till, number, kind, state, why, by, createdAt, expiresAt }) => (
        <li key={`${device}-${number}`} className={list.row}>
          <a className={common.link} href={addressOf({ screen: 'till', device })}>
            <Written text={till} />
          </a>
          <span className={list.main}>
            <span className={list.strong}>{t(`orders.kinds.${kind}`)}</span>
            <span className={list.soft}>
              <bdi>{t('orders.given', { name: by, time: when(createdAt, now) })}</bdi>
            </span>
          </span>
          <span className={list.end}>
            <StateMark tone={tones[state]}>{t(`orders.states.${state}`)}</StateMark>
            {why !== null && (
              <span className={list.soft}>
                <bdi dir="ltr">{why}</bdi>
              </span>
            )}
            {state === 'waiting' && (
              <span className={list.soft}>{t('orders.until', { time: when(expiresAt, now) })}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
