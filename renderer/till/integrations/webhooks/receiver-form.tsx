import { useEffect } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import {
  type OccurrenceKind,
  occurrenceKinds,
  standardKinds,
} from '../../../../shared/contract/programs/webhook-events.ts';
import {
  type Endpoint,
  eventNameOf,
  signingSecretSchema,
  type WebhookSettings,
} from '../../../../shared/contract/programs/webhooks.ts';
import type { Result } from '../../../../shared/failure.ts';
import { CheckCards } from '../../../ui/components/forms/choice-cards.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import { FormButtons } from '../../../ui/components/forms/form-buttons.tsx';
import styles from '../../../ui/components/forms/forms.module.css';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { Collapsible } from '../../../ui/components/layout/collapsible.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';

interface ReceiverFormProps {
  readonly endpoint?: Endpoint;
  readonly settings: WebhookSettings;
  /** Called after saving, with the secret of a new receiver if the terminal created it. */
  onSaved(secret?: string): void;
  onClose(): void;
}

type Saved = CommandOutput<'webhook.addEndpoint' | 'webhook.changeEndpoint'>;

export function ReceiverForm({ endpoint, settings, onSaved, onClose }: ReceiverFormProps) {
  const { t } = useLanguage();
  const add = useTerminalCommand('webhook.addEndpoint');
  const change = useTerminalCommand('webhook.changeEndpoint');
  const id = endpoint?.id ?? 'new';
  useEffect(() => {
    if (id === 'new') document.getElementById('receiver-new-url')?.focus();
  }, [id]);
  const isSecret = (text: string) => text === '' || signingSecretSchema.safeParse(text).success;
  const form = useForm({
    id: `receiver-${id}`,
    initial: {
      url: endpoint?.url ?? '',
      kinds: endpoint?.kinds ?? ([...standardKinds] as OccurrenceKind[]),
      allowPrivate: endpoint?.allowPrivate ?? false,
      secret: '',
    },
    check: ({ url, kinds, secret }) => ({
      url: URL.canParse(url) ? undefined : t('integrations.webhooks.urlWrong'),
      kinds: kinds.length === 0 ? t('integrations.webhooks.noKind') : undefined,
      secret: isSecret(secret) ? undefined : t('integrations.secret.wrong'),
    }),
    send: async ({ secret, ...typed }): Promise<Result<Saved> | undefined> =>
      endpoint === undefined
        ? add.run({ ...typed, ...(secret !== '' && { secret }) })
        : change.run({ id: endpoint.id, ...typed }),
    live: ['secret'],
    onDone: (saved) => onSaved('secret' in saved ? saved.secret : undefined),
  });
  const { busy } = endpoint === undefined ? add : change;
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      {endpoint === undefined && <h3>{t('integrations.webhooks.add')}</h3>}
      <Field
        {...form.text('url', (text) => text.trim())}
        label={t('integrations.webhooks.url')}
        placeholder="https://"
        dir="ltr"
        inputMode="url"
      />
      <CheckCards
        legend={t('integrations.webhooks.kinds')}
        values={form.values.kinds}
        error={form.errorOf('kinds')}
        cards={occurrenceKinds.map((value) => ({
          value,
          label: t(`integrations.kind.${value}`),
          text: t(`integrations.kindText.${value}`),
          code: eventNameOf(value, settings),
        }))}
        onChange={(kinds) => form.set({ kinds })}
      />
      <Toggle
        label={t('integrations.webhooks.private')}
        text={t('integrations.webhooks.privateText')}
        checked={form.values.allowPrivate}
        onChange={(allowPrivate) => form.set({ allowPrivate })}
      />
      {form.values.allowPrivate && (
        <div className={styles.gap}>
          <Note tone="amber">{t('integrations.webhooks.privateWarning')}</Note>
        </div>
      )}
      {endpoint === undefined && (
        <Collapsible title={t('integrations.secret.own')}>
          <Field {...form.text('secret')} label={t('integrations.secret.given')} type="password" dir="ltr" />
        </Collapsible>
      )}
      <ProblemNote of={form.failure} />
      <FormButtons busy={busy} onCancel={onClose} />
    </form>
  );
}
