import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import common from '../../../ui/components/common.module.css';
import styles from '../../../ui/components/forms/forms.module.css';
import { SectionPage } from '../../../ui/components/layout/section-page.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import { Confirm } from '../../../ui/components/press/confirm.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useFailureWords } from '../../../ui/language/use-failure-words.ts';
import { hashOf } from '../../../ui/page/route.ts';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { RemoteForm } from './remote-form.tsx';

type Remote = CommandOutput<'remote.get'>;

export function RemotePage() {
  const { t } = useLanguage();
  const { data: remote, error } = useTerminalQuery('remote.get', {});
  const [changing, setChanging] = useState(false);
  const settings = remote?.settings;
  return (
    <SectionPage
      title={t('integrations.section.remote.title')}
      lead={t('integrations.section.remote.lead')}
      error={error}
    >
      {remote && settings && <Connected remote={remote} settings={settings} />}
      {remote && settings && !changing && (
        <Button variant="default" onClick={() => setChanging(true)}>
          {t('integrations.remote.change')}
        </Button>
      )}
      {remote && settings === undefined && (
        <div className={styles.empty}>
          <p>{t('integrations.remote.empty')}</p>
        </div>
      )}
      {remote && (settings === undefined || changing) && (
        <RemoteForm
          // The terminal saves the settings before it fetches, so the same form stays open after a failed fetch.
          settings={settings}
          onConnected={() => setChanging(false)}
          onClose={settings && (() => setChanging(false))}
        />
      )}
      {remote && settings && !changing && <Disconnect />}
    </SectionPage>
  );
}

function Connected({ remote, settings }: { remote: Remote; settings: NonNullable<Remote['settings']> }) {
  const { t, format } = useLanguage();
  const { say } = useFailureWords();
  const { run, busy } = useTerminalCommand('remote.sync');
  const { lastSync } = remote;
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <div className={styles.about}>
          <span className={styles.name}>
            <bdi dir="ltr">{settings.baseUrl}</bdi>
          </span>
          <span className={styles.soft}>
            {t('integrations.remote.every', { shown: format.count(settings.everyMinutes) })}
          </span>
        </div>
        <Button variant="default" aria-disabled={busy} onClick={() => void run({})}>
          {t(busy ? 'integrations.remote.syncing' : 'integrations.remote.sync')}
        </Button>
      </div>
      <div className={styles.gap} role="status">
        {lastSync === undefined ? (
          <StateMark tone="off">{t('integrations.remote.neverSynced')}</StateMark>
        ) : lastSync.failure ? (
          <Note tone="red">
            {t('integrations.remote.failedAt', { time: format.dateTime(lastSync.at) })}{' '}
            {say(lastSync.failure)}
          </Note>
        ) : (
          <StateMark tone="good">
            {t('integrations.remote.syncedAt', {
              time: format.dateTime(lastSync.at),
              shown: format.count(lastSync.invoices),
            })}
          </StateMark>
        )}
      </div>
      {lastSync && lastSync.unreadable > 0 && (
        <Note tone="amber">
          {t('integrations.remote.unreadable', { shown: format.count(lastSync.unreadable) })}
        </Note>
      )}
      <a
        className={common.link}
        href={hashOf({ screen: 'settings', page: 'integrations', section: 'remoteInvoices' })}
      >
        {t('integrations.inbound.toRemoteInvoices')}
      </a>
    </section>
  );
}

function Disconnect() {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('remote.disconnect');
  return (
    <div className={styles.end}>
      <ProblemNote of={failure} />
      <Confirm
        label={t('integrations.remote.disconnect')}
        question={t('integrations.remote.disconnectSure')}
        busy={busy}
        onConfirm={() => void run({})}
      />
    </div>
  );
}
