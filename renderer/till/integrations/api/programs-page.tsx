import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import { CopyLine } from '../../../ui/components/copy-line.tsx';
import styles from '../../../ui/components/forms/forms.module.css';
import { SectionPage } from '../../../ui/components/layout/section-page.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { SecretOnce } from '../../../ui/components/secret-once.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { ToApi } from './api-settings-link.tsx';
import { ProgramCard } from './program-card.tsx';
import { ProgramForm } from './program-form.tsx';

type Made = CommandOutput<'integration.clients.create'>;

export function ProgramsPage() {
  const { t } = useLanguage();
  const { data, error } = useTerminalQuery('integration.clients.list', {});
  const [view, setView] = useState<'list' | 'new' | Made>('list');
  const clients = data?.clients;
  return (
    <SectionPage
      title={t('integrations.section.programs.title')}
      lead={t('integrations.section.programs.lead')}
      error={error}
    >
      <ApiOff />
      {typeof view === 'object' && <NewProgram made={view} onDone={() => setView('list')} />}
      {view === 'new' && <ProgramForm onMade={setView} onClose={() => setView('list')} />}
      {view === 'list' && clients && (
        <Button onClick={() => setView('new')}>{t('integrations.programs.add')}</Button>
      )}
      {view === 'list' && (
        <div className={styles.gap}>
          {clients?.map((client) => (
            <ProgramCard key={client.id} client={client} />
          ))}
        </div>
      )}
      {clients?.length === 0 && view === 'list' && (
        <div className={styles.empty}>
          <p>{t('integrations.programs.empty')}</p>
          <p>{t('integrations.programs.emptyHow')}</p>
        </div>
      )}
    </SectionPage>
  );
}

function ApiOff() {
  const { t } = useLanguage();
  const { data: api } = useTerminalQuery('integration.api.get', {});
  if (api === undefined || api.enabled) return null;
  return (
    <div className={styles.gap}>
      <Note tone="amber">
        {t('integrations.programs.apiOff')}
        <br />
        <ToApi />
      </Note>
    </div>
  );
}

function NewProgram({ made: { client, secret }, onDone }: { made: Made; onDone: () => void }) {
  const { t } = useLanguage();
  const [address] = useTerminalQuery('integration.api.get', {}).data?.addresses ?? [];
  return (
    <SecretOnce
      title={t('integrations.programs.made', { name: client.name })}
      secret={secret}
      onDone={onDone}
    >
      <CopyLine label={t('integrations.programs.id')} value={client.id} />
      <CopyLine label={t('integrations.programs.scopeNames')} value={client.scopes.join(' ')} />
      {address !== undefined && client.kind === 'app' && (
        <CopyLine label={t('integrations.programs.authorize')} value={`${address}/oauth/authorize`} />
      )}
      {address !== undefined && (
        <CopyLine label={t('integrations.api.token')} value={`${address}/oauth/token`} />
      )}
    </SecretOnce>
  );
}
