import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import { type ApiScope, clientKinds } from '../../../../shared/contract/programs/integration.ts';
import { redirectFault } from '../../../../shared/values/redirect-address.ts';
import { describeIssue } from '../../../../shared/words/index.ts';
import { CopyLine } from '../../../ui/components/copy-line.tsx';
import { RadioCards } from '../../../ui/components/forms/choice-cards.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import { FormButtons } from '../../../ui/components/forms/form-buttons.tsx';
import styles from '../../../ui/components/forms/forms.module.css';
import { TextField } from '../../../ui/components/forms/text-field.tsx';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { SectionPage } from '../../../ui/components/layout/section-page.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { SecretOnce } from '../../../ui/components/secret-once.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { ToApi } from './api-settings-link.tsx';
import { ProgramCard } from './program-card.tsx';
import { ScopesChoice } from './scopes.tsx';

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

interface ProgramFormProps {
  onMade(made: CommandOutput<'integration.clients.create'>): void;
  onClose(): void;
}

const initial = {
  name: '',
  kind: 'service' as (typeof clientKinds)[number],
  scopes: ['invoices.read'] as ApiScope[],
  redirectUris: '',
  secret: false,
};

const addressesIn = (text: string) => text.split(/\s+/).filter((line) => line !== '');

function ProgramForm({ onMade, onClose }: ProgramFormProps) {
  const { t, words, language } = useLanguage();
  const { run, busy } = useTerminalCommand('integration.clients.create');
  useEffect(() => document.getElementById('program-name')?.focus(), []);
  const wrongAddresses = (uris: readonly string[]) => {
    if (uris.length === 0) return words.issues.blank;
    for (const uri of uris) {
      const fault = redirectFault(uri);
      if (fault === undefined) continue;
      const { code, ...params } = fault.params;
      return `${uri}: ${describeIssue({ path: ['redirectUris'], code: String(code), message: fault.error, params }, language)}`;
    }
    return undefined;
  };
  const form = useForm({
    id: 'program',
    initial,
    check: ({ name, kind, scopes, redirectUris }) => ({
      name: name.trim() === '' ? words.issues.blank : undefined,
      scopes: scopes.length === 0 ? t('integrations.scopes.none') : undefined,
      redirectUris: kind === 'app' ? wrongAddresses(addressesIn(redirectUris)) : undefined,
    }),
    send({ name, kind, scopes, redirectUris, secret }) {
      const common = { name: name.trim(), scopes: [...scopes] };
      return run(
        kind === 'service'
          ? { kind, ...common }
          : { kind, ...common, secret, redirectUris: addressesIn(redirectUris) },
      );
    },
    onDone: onMade,
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <h3>{t('integrations.programs.add')}</h3>
      <Field
        {...form.text('name')}
        label={t('integrations.programs.name')}
        placeholder={t('integrations.programs.nameHint')}
        maxLength={60}
      />
      <RadioCards
        legend={t('integrations.programs.kind')}
        value={form.values.kind}
        cards={clientKinds.map((value) => ({
          value,
          label: t(`integrations.programs.${value}`),
          text: t(`integrations.programs.${value}Text`),
        }))}
        onChange={(kind) => form.set({ kind })}
      />
      <ScopesChoice
        value={form.values.scopes}
        error={form.errorOf('scopes')}
        onChange={(scopes) => form.set({ scopes })}
      />
      {form.values.kind === 'app' && (
        <>
          <TextField
            label={t('integrations.programs.redirects')}
            placeholder="https://app.example/oauth/callback"
            {...form.text('redirectUris')}
          />
          <Toggle
            label={t('integrations.programs.onServer')}
            text={t('integrations.programs.onServerText')}
            checked={form.values.secret}
            onChange={(secret) => form.set({ secret })}
          />
        </>
      )}
      <ProblemNote of={form.failure} />
      <FormButtons
        label={t(busy ? 'settings.saving' : 'integrations.programs.make')}
        busy={busy}
        onCancel={onClose}
      />
    </form>
  );
}
