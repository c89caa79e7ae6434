import { useEffect } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import {
  type ApiScope,
  clientKinds,
  isRedirectUri,
} from '../../../../shared/contract/programs/integration.ts';
import { RadioCards } from '../../../ui/components/forms/choice-cards.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import { FormButtons } from '../../../ui/components/forms/form-buttons.tsx';
import styles from '../../../ui/components/forms/forms.module.css';
import { TextField } from '../../../ui/components/forms/text-field.tsx';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { ScopesChoice } from './scopes.tsx';

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

export function ProgramForm({ onMade, onClose }: ProgramFormProps) {
  const { t, words } = useLanguage();
  const { run, busy } = useTerminalCommand('integration.clients.create');
  useEffect(() => document.getElementById('program-name')?.focus(), []);
  const wrongAddresses = (uris: readonly string[]) => {
    if (uris.length === 0) return words.issues.blank;
    return uris.every(isRedirectUri) ? undefined : words.issues['redirect-uri'];
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
        cancelLabel={t('integrations.cancel')}
        onCancel={onClose}
      />
    </form>
  );
}
