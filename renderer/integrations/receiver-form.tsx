import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useId, useState } from 'react';
import {
  type Endpoint,
  type OccurrenceKind,
  occurrenceKinds,
  signingSecretSchema,
  type WebhookSettings,
} from '../../shared/contract/webhooks.ts';
import { CheckCards } from '../components/choice-cards.tsx';
import { Collapsible } from '../components/collapsible.tsx';
import { Field } from '../components/field.tsx';
import styles from '../components/forms.module.css';
import { Note } from '../components/note.tsx';
import { Toggle } from '../components/toggle.tsx';
import { useLanguage } from '../language.tsx';
import { useFailureWords } from '../use-failure-words.ts';
import { useTerminalCommand } from '../use-terminal-command.ts';

interface ReceiverFormProps {
  /** The one to change; left out: a new one. */
  readonly endpoint?: Endpoint;
  readonly settings: WebhookSettings;
  /** With the secret of a new one, where it was made here. */
  onSaved(secret?: string): void;
  onClose(): void;
}

/** Where events go, and which. */
export function ReceiverForm({ endpoint, settings, onSaved, onClose }: ReceiverFormProps) {
  const { t } = useLanguage();
  const { say, sayField } = useFailureWords();
  const add = useTerminalCommand('webhook.addEndpoint');
  const change = useTerminalCommand('webhook.changeEndpoint');
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [kinds, setKinds] = useState<OccurrenceKind[]>(endpoint?.kinds ?? ['cleared', 'rejected']);
  const [allowPrivate, setAllowPrivate] = useState(endpoint?.allowPrivate ?? false);
  const [secret, setSecret] = useState('');
  const [attempted, setAttempted] = useState(false);
  const id = useId();
  const isNew = endpoint === undefined;
  useEffect(() => {
    if (isNew) document.getElementById(id)?.focus();
  }, [id, isNew]);

  const { busy, failure } = endpoint === undefined ? add : change;
  // A kind is sent once it has a name; those chosen before are shown whatever their name.
  const offered = occurrenceKinds.filter((kind) => settings.names[kind] || endpoint?.kinds.includes(kind));
  const isSecret = secret === '' || signingSecretSchema.safeParse(secret).success;
  const urlError = URL.canParse(url) ? undefined : t('integrations.webhooks.urlWrong');
  const kindsError = kinds.length === 0 ? t('integrations.webhooks.noKind') : undefined;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (urlError !== undefined) return document.getElementById(id)?.focus();
    if (kindsError !== undefined || !isSecret) return;
    if (endpoint !== undefined) {
      const changed = await change.run({ id: endpoint.id, url, kinds, allowPrivate });
      if (changed?.ok) onSaved();
      return;
    }
    const added = await add.run({ url, kinds, allowPrivate, ...(secret !== '' && { secret }) });
    if (added?.ok) onSaved(added.value.secret);
  };
  const fieldError = sayField(failure, 'url');
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      {endpoint === undefined && <h3>{t('integrations.webhooks.add')}</h3>}
      <Field
        id={id}
        label={t('integrations.webhooks.url')}
        placeholder="https://"
        dir="ltr"
        inputMode="url"
        value={url}
        error={attempted ? (urlError ?? fieldError) : undefined}
        onText={(text) => setUrl(text.trim())}
      />
      <CheckCards
        legend={t('integrations.webhooks.kinds')}
        values={kinds}
        error={attempted ? kindsError : undefined}
        cards={offered.map((value) => ({ value, label: t(`integrations.kind.${value}`) }))}
        onChange={setKinds}
      />
      <Toggle
        label={t('integrations.webhooks.private')}
        text={t('integrations.webhooks.privateText')}
        checked={allowPrivate}
        onChange={setAllowPrivate}
      />
      {allowPrivate && (
        <div className={styles.gap}>
          <Note tone="amber">{t('integrations.webhooks.privateWarning')}</Note>
        </div>
      )}
      {endpoint === undefined && (
        <Collapsible title={t('integrations.secret.own')}>
          <Field
            label={t('integrations.secret.given')}
            type="password"
            dir="ltr"
            value={secret}
            error={isSecret ? undefined : t('integrations.secret.wrong')}
            onText={setSecret}
          />
        </Collapsible>
      )}
      {failure && fieldError === undefined && <Note tone="red">{say(failure)}</Note>}
      <div className={styles.buttons}>
        <Button type="submit" aria-disabled={busy}>
          {t(busy ? 'settings.saving' : 'settings.save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('integrations.cancel')}
        </Button>
      </div>
    </form>
  );
}
