import { Box, Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import common from '../../../ui/components/common.module.css';
import styles from '../../../ui/components/forms/forms.module.css';
import { Collapsible } from '../../../ui/components/layout/collapsible.tsx';
import { SectionPage } from '../../../ui/components/layout/section-page.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import { SecretOnce } from '../../../ui/components/secret-once.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { hashOf } from '../../../ui/page/route.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { SenderSettings } from '../inbound/sender-settings.tsx';
import { ReceiverCard } from './receiver-card.tsx';
import { ReceiverForm } from './receiver-form.tsx';
import links from './webhooks-page.module.css';

export function WebhooksPage() {
  const { t } = useLanguage();
  const { data, error } = useTerminalQuery('webhook.endpoints', {});
  const { data: settings } = useTerminalQuery('webhook.settings', {});
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
        <Collapsible title={t('integrations.sender.title')}>
          <SenderSettings settings={settings} />
        </Collapsible>
      )}
    </SectionPage>
  );
}

function ToDeliveries() {
  const { t, format } = useLanguage();
  const { data } = useTerminalQuery('webhook.deliveries', { limit: 1 });
  if (data === undefined) return null;
  const { dead, waiting, delivered } = data.counts;
  return (
    <a
      className={links.link}
      href={hashOf({ screen: 'settings', page: 'integrations', section: 'deliveries' })}
    >
      <Box component="span" flex={1} fw={600}>
        {t('integrations.section.deliveries.title')}
      </Box>
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
      <IconChevronRight
        size={20}
        className={`${common.mirrored} ${common.fixed} ${common.soft}`}
        aria-hidden
      />
    </a>
  );
}
