import { Button, UnstyledButton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type Delivery,
  type DeliveryState,
  deliveryStates,
  removedReason,
} from '../../../../shared/contract/programs/webhooks.ts';
import common from '../../../ui/components/common.module.css';
import { Fact } from '../../../ui/components/fact.tsx';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import styles from '../../../ui/components/forms/forms.module.css';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import page from '../../../ui/components/layout/page.module.css';
import back from '../../../ui/components/layout/section-page.module.css';
import { SectionPage } from '../../../ui/components/layout/section-page.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import list from '../../../ui/components/tables/list.module.css';
import { ListFoot, NewerRows } from '../../../ui/components/tables/list-foot.tsx';
import { Written } from '../../../ui/components/written.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { keys, useKeys } from '../../../ui/page/keys.ts';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { useList } from '../use-list.ts';
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

function DeliveryView({ id, onBack }: { id: string; onBack: () => void }) {
  const { t, format } = useLanguage();
  const { sayDelivery } = useDeliveryWords();
  const { data: delivery, error } = useTerminalQuery('webhook.delivery', { id });
  useKeys({ [keys.back]: onBack });
  return (
    <div className={page.page}>
      <div className={page.inner}>
        <UnstyledButton className={back.back} onClick={onBack} autoFocus>
          <IconArrowLeft size={20} className={common.mirrored} aria-hidden />
          {t('integrations.section.deliveries.title')}
        </UnstyledButton>
        <ProblemNote of={error} />
        {delivery && (
          <>
            <h2>
              <bdi dir="ltr">{delivery.type}</bdi>
            </h2>
            <p className={page.lead}>
              <StateMark tone={deliveryTones[delivery.state]}>
                {t(`integrations.deliveries.state.${delivery.state}`)}
              </StateMark>
            </p>
            <dl className={styles.facts}>
              <Fact name={t('integrations.deliveries.receiver')} code={delivery.url} />
              <Fact name={t('integrations.deliveries.happened')}>{format.dateTime(delivery.createdAt)}</Fact>
              <Fact name={t('integrations.deliveries.tries')}>{format.count(delivery.attempts)}</Fact>
              {delivery.lastAt !== undefined && (
                <Fact name={t('integrations.deliveries.last')}>
                  {format.dateTime(delivery.lastAt)}
                  <br />
                  {sayDelivery(delivery)}
                </Fact>
              )}
              {delivery.state === 'waiting' && delivery.nextAt !== undefined && (
                <Fact name={t('integrations.deliveries.nextTry')}>{format.dateTime(delivery.nextAt)}</Fact>
              )}
              {delivery.discardReason !== undefined && (
                <Fact name={t('integrations.deliveries.discardReason')}>
                  {delivery.discardReason === removedReason ? (
                    t('integrations.deliveries.removed')
                  ) : (
                    <Written text={delivery.discardReason} />
                  )}
                </Fact>
              )}
              <Fact name={t('integrations.deliveries.event')}>
                <bdi dir="ltr" className={styles.mono}>
                  {delivery.eventId}
                </bdi>
              </Fact>
            </dl>
            <DeliveryActions key={delivery.state} delivery={delivery} />
            <h3>{t('integrations.deliveries.body')}</h3>
            <Code text={indented(delivery.body)} />
            {delivery.answer !== undefined && (
              <>
                <h3>{t('integrations.deliveries.answer')}</h3>
                <Code text={delivery.answer} />
              </>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <pre className={styles.code} dir="ltr" tabIndex={0}>
      {text}
    </pre>
  );
}

function DeliveryActions({ delivery: { id, state } }: { delivery: Delivery }) {
  const { t, words } = useLanguage();
  const resend = useTerminalCommand('webhook.resend');
  const discard = useTerminalCommand('webhook.discard');
  const [asking, setAsking] = useState(false);
  const form = useForm({
    id: 'discard',
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? words.issues.blank : undefined }),
    send: ({ reason }) => discard.run({ id, reason: reason.trim() }),
  });
  if (state !== 'dead' && state !== 'waiting') return null;
  const failure = resend.failure ?? discard.failure;
  return (
    <div className={styles.gap}>
      <ProblemNote of={failure} />
      {asking ? (
        <form className={styles.form} onSubmit={form.onSubmit} noValidate>
          <Field
            {...form.text('reason')}
            label={t('integrations.deliveries.why')}
            autoFocus
            maxLength={500}
          />
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => setAsking(false)}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" color="red" aria-disabled={discard.busy}>
              {t('integrations.deliveries.discardSure')}
            </Button>
          </div>
        </form>
      ) : (
        <div className={styles.buttons}>
          {state === 'dead' && (
            <Button aria-disabled={resend.busy} onClick={() => void resend.run({ id })}>
              {t(resend.busy ? 'integrations.deliveries.resending' : 'integrations.deliveries.resend')}
            </Button>
          )}
          <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
            {t('integrations.deliveries.discard')}
          </Button>
        </div>
      )}
    </div>
  );
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
