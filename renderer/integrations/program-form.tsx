import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { CommandOutput } from '../../shared/contract/index.ts';
import { type ApiScope, clientKinds, isRedirectUri } from '../../shared/contract/integration.ts';
import { RadioCards } from '../components/choice-cards.tsx';
import { Field } from '../components/field.tsx';
import styles from '../components/forms.module.css';
import { Note } from '../components/note.tsx';
import { TextField } from '../components/text-field.tsx';
import { Toggle } from '../components/toggle.tsx';
import { useLanguage } from '../language.tsx';
import { useFailureWords } from '../use-failure-words.ts';
import { useTerminalCommand } from '../use-terminal-command.ts';
import { ScopesChoice } from './scopes.tsx';

interface ProgramFormProps {
  onMade(made: CommandOutput<'integration.clients.create'>): void;
  onClose(): void;
}

/** A new program: its name, how it comes in, what it may do. */
export function ProgramForm({ onMade, onClose }: ProgramFormProps) {
  const { t, words } = useLanguage();
  const { say } = useFailureWords();
  const { run, busy, failure } = useTerminalCommand('integration.clients.create');
  const [name, setName] = useState('');
  const [kind, setKind] = useState<(typeof clientKinds)[number]>('service');
  const [scopes, setScopes] = useState<ApiScope[]>(['invoices.read']);
  const [addresses, setAddresses] = useState('');
  const [secret, setSecret] = useState(false);
  const [attempted, setAttempted] = useState(false);
  useEffect(() => document.getElementById('program-name')?.focus(), []);

  const redirectUris = addresses.split(/\s+/).filter((line) => line !== '');
  const wrong = {
    name: name.trim() === '' ? words.issues.blank : undefined,
    scopes: scopes.length === 0 ? t('integrations.scopes.none') : undefined,
    addresses:
      redirectUris.length === 0
        ? words.issues.blank
        : redirectUris.every(isRedirectUri)
          ? undefined
          : words.issues['redirect-uri'],
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (wrong.name !== undefined) return document.getElementById('program-name')?.focus();
    if (wrong.scopes !== undefined || (kind === 'app' && wrong.addresses !== undefined)) return;
    const common = { name: name.trim(), scopes };
    const made = await run(
      kind === 'service' ? { kind, ...common } : { kind, ...common, secret, redirectUris },
    );
    if (made?.ok) onMade(made.value);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <h3>{t('integrations.programs.add')}</h3>
      <Field
        id="program-name"
        label={t('integrations.programs.name')}
        placeholder={t('integrations.programs.nameHint')}
        maxLength={60}
        value={name}
        error={attempted ? wrong.name : undefined}
        onText={setName}
      />
      <RadioCards
        legend={t('integrations.programs.kind')}
        value={kind}
        cards={clientKinds.map((value) => ({
          value,
          label: t(`integrations.programs.${value}`),
          text: t(`integrations.programs.${value}Text`),
        }))}
        onChange={setKind}
      />
      <ScopesChoice value={scopes} error={attempted ? wrong.scopes : undefined} onChange={setScopes} />
      {kind === 'app' && (
        <>
          <TextField
            label={t('integrations.programs.redirects')}
            placeholder="https://app.example/oauth/callback"
            value={addresses}
            error={attempted ? wrong.addresses : undefined}
            onText={setAddresses}
          />
          <Toggle
            label={t('integrations.programs.onServer')}
            text={t('integrations.programs.onServerText')}
            checked={secret}
            onChange={setSecret}
          />
        </>
      )}
      {failure && <Note tone="red">{say(failure)}</Note>}
      <div className={styles.buttons}>
        <Button type="submit" aria-disabled={busy}>
          {t(busy ? 'settings.saving' : 'integrations.programs.make')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('integrations.cancel')}
        </Button>
      </div>
    </form>
  );
}
