import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type Delivery,
  type DeliveryState,
  deliveryStates,
} from '../../../../shared/contract/programs/webhooks.ts';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import styles from '../../../ui/components/forms/forms.module.css';
import { SectionPage } from '../../../ui/components/layout/section-page.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import list from '../../../ui/components/tables/list.module.css';
import { ListFoot, NewerRows } from '../../../ui/components/tables/list-foot.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useList } from '../use-list.ts';
import { DeliveryView } from './delivery-view.tsx';
import { deliveryTones, useDeliveryWords } from './delivery-words.ts';

type Filter = DeliveryState | 'all';

export function DeliveriesPage() {
  const { t } = useLanguage();
  const [open, setOpen] = useState<string>();
  const [filter, setFilter] = useState<Filter>('all');
  const deliveries = useList(
    'webhook.deliveries',
    filter === 'all' ? {} : { states: [filter] },
    ({ id }) => id,
  );
  if (open !== undefined) return <DeliveryView id={open} onBack={() => setOpen(undefined)} />;
  const { rows, first, error } = deliveries;
  return (
    <SectionPage
      title={t('integrations.section.deliveries.title')}
      lead={t('integrations.section.deliveries.lead')}
      from="webhooks"
      error={error}
    >
      <div className={list.tools}>
        <Choice<Filter>
          aria-label={t('integrations.deliveries.show')}
          value={filter}
          onChange={setFilter}
          data={(['all', ...deliveryStates] as const).map((value) => ({
            value,
            label: t(`integrations.deliveries.filter.${value}`),
          }))}
        />
        <NewerRows list={deliveries} />
      </div>
      {filter === 'dead' && first && first.counts.dead > 0 && <ResendAll count={first.counts.dead} />}
      <ul className={list.list}>
        {rows?.map((delivery) => (
          <li key={delivery.id}>
            <Row delivery={delivery} onOpen={() => setOpen(delivery.id)} />
          </li>
        ))}
      </ul>
      {rows?.length === 0 && (
        <div className={styles.empty}>
          <p>{t(`integrations.deliveries.none.${filter}`)}</p>
        </div>
      )}
      <ListFoot list={deliveries} />
    </SectionPage>
  );
}

function Row({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { t, format } = useLanguage();
  const { sayDelivery } = useDeliveryWords();
  const { state, type, url, createdAt, attempts, nextAt } = delivery;
  return (
    <button type="button" className={list.row} onClick={onOpen}>
      <StateMark tone={deliveryTones[state]}>{t(`integrations.deliveries.state.${state}`)}</StateMark>
      <span className={list.main}>
        <span className={list.strong}>
          <bdi dir="ltr">{type}</bdi>
        </span>
        <span className={list.soft}>
          <bdi dir="ltr">{hostOf(url)}</bdi>
        </span>
        {state !== 'delivered' && <span className={list.soft}>{sayDelivery(delivery)}</span>}
      </span>
      <span className={list.end}>
        <span>{format.dateTime(createdAt)}</span>
        <span className={list.soft}>
          {state === 'waiting' && nextAt !== undefined
            ? t('integrations.deliveries.next', { time: format.time(nextAt) })
            : t('integrations.deliveries.attempts', { shown: format.count(attempts) })}
        </span>
      </span>
    </button>
  );
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

function ResendAll({ count }: { count: number }) {
  const { t, format } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('webhook.resendAll');
  return (
    <div className={list.tools}>
      <Button variant="default" aria-disabled={busy} onClick={() => void run({})}>
        {t('integrations.deliveries.resendAll', { shown: format.count(count) })}
      </Button>
      <ProblemNote of={failure} />
    </div>
  );
}
