import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useLanguage } from '../language.tsx';
import { hashOf } from '../route.ts';
import { Fold } from './fold.tsx';
import styles from './forms.module.css';
import { ReceiverCard } from './receiver-card.tsx';
import { ReceiverForm } from './receiver-form.tsx';
import { SecretOnce } from './secret-once.tsx';
import { SectionPage } from './section-page.tsx';
import { SenderSettings } from './sender-settings.tsx';
import { StateMark } from './state-mark.tsx';
import { lookAgain, useAsk } from './use-ask.ts';
import links from './webhooks-page.module.css';

/** Who is told of what happens here. */
export function WebhooksPage() {
  const { t } = useLanguage();
  const { data, error } = useAsk('webhook.endpoints', {});
  const { data: settings } = useAsk('webhook.settings', {});
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const endpoints = data?.endpoints;
  const isList = !adding && secret === undefined;
  return (
    <SectionPage
      title={t('integrations.section.webhooks.title')}
      lead={t('integrations.section.webhooks.lead')}
      error={error}
    >
      {secret !== undefined && (
        <SecretOnce
          title={t('integrations.webhooks.made')}
          secret={secret}
          onDone={() => setSecret(undefined)}
        >
          <p className={styles.hint}>{t('integrations.webhooks.madeText')}</p>
        </SecretOnce>
      )}
      {settings && adding && (
        <ReceiverForm
          settings={settings}
          onSaved={(made) => {
            setAdding(false);
            setSecret(made);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {endpoints && isList && (
        <Button onClick={() => setAdding(true)}>{t('integrations.webhooks.add')}</Button>
      )}
      {settings && endpoints && isList && (
        <div className={styles.gap}>
          {endpoints.map((endpoint) => (
            <ReceiverCard key={endpoint.id} endpoint={endpoint} settings={settings} />
          ))}
        </div>
      )}
      {endpoints?.length === 0 && isList && (
        <div className={styles.empty}>
          <p>{t('integrations.webhooks.empty')}</p>
          <p>{t('integrations.webhooks.emptyHow')}</p>
        </div>
      )}
      {isList && <ToDeliveries />}
      {settings && isList && (
        <Fold title={t('integrations.sender.title')}>
          <SenderSettings settings={settings} />
        </Fold>
      )}
    </SectionPage>
  );
}

function ToDeliveries() {
  const { t, format } = useLanguage();
  const { data } = useAsk('webhook.deliveries', { limit: 1 }, lookAgain);
  if (data === undefined) return null;
  const { dead, waiting, delivered } = data.counts;
  return (
    <a
      className={links.way}
      href={hashOf({ screen: 'settings', page: 'integrations', section: 'deliveries' })}
    >
      <span className={links.name}>{t('integrations.section.deliveries.title')}</span>
      {dead > 0 && (
        <StateMark tone="red">{t('integrations.state.undelivered', { shown: format.count(dead) })}</StateMark>
      )}
      {waiting > 0 && (
        <StateMark tone="amber">
          {t('integrations.state.waiting', { shown: format.count(waiting) })}
        </StateMark>
      )}
      <StateMark tone={delivered > 0 ? 'good' : 'off'}>
        {t('integrations.state.delivered', { shown: format.count(delivered) })}
      </StateMark>
      <IconChevronRight size={20} className={links.chevron} aria-hidden />
    </a>
  );
}
