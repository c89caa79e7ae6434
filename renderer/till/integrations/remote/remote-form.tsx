import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type RemoteMapping,
  type RemoteSettings,
  remoteMappingSchema,
  remoteSettingsSchema,
} from '../../../../shared/contract/programs/remote.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { RadioCards } from '../../../ui/components/forms/choice-cards.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import styles from '../../../ui/components/forms/forms.module.css';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { Collapsible } from '../../../ui/components/layout/collapsible.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';

interface RemoteFormProps {
  readonly settings: RemoteSettings | undefined;
  onConnected(): void;
  readonly onClose: (() => void) | undefined;
}

const isMinutes = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1440;

export function RemoteForm({ settings, onConnected, onClose }: RemoteFormProps) {
  const { t, words } = useLanguage();
  const { run, busy } = useTerminalCommand('remote.connect');
  const [mapping, setMapping] = useState<MappingDraft>(() => draftOf(settings?.mapping ?? standardMapping));
  const mapped = remoteMappingSchema.safeParse(mappingOf(mapping));
  const mustGiveToken = (grant: RemoteSettings['grant']) =>
    grant === 'refreshToken' && settings?.grant !== 'refreshToken';
  const blank = (text: string) => (text.trim() === '' ? words.issues.blank : undefined);
  const form = useForm({
    id: 'remote',
    initial: {
      baseUrl: settings?.baseUrl ?? '',
      clientId: settings?.clientId ?? '',
      clientSecret: '',
      grant: settings?.grant ?? ('clientCredentials' as const),
      refreshToken: '',
      minutes: String(settings?.everyMinutes ?? 15),
      scope: settings?.scope ?? 'invoices.read',
      mapping: '',
    },
    check: ({ baseUrl, clientId, clientSecret, grant, refreshToken, minutes }) => ({
      baseUrl: URL.canParse(baseUrl) ? undefined : t('integrations.webhooks.urlWrong'),
      clientId: blank(clientId),
      clientSecret: settings === undefined ? blank(clientSecret) : undefined,
      refreshToken: mustGiveToken(grant) ? blank(refreshToken) : undefined,
      minutes: isMinutes(minutes) ? undefined : t('integrations.remote.minutesWrong'),
      mapping: mapped.success ? undefined : t('integrations.mapping.mend'),
    }),
    send: async ({ baseUrl, clientId, clientSecret, grant, refreshToken, minutes, scope }) =>
      mapped.success
        ? run({
            settings: {
              baseUrl,
              clientId,
              scope,
              grant,
              mapping: mapped.data,
              everyMinutes: Number(minutes),
            },
            ...(clientSecret !== '' && { clientSecret }),
            ...(grant === 'refreshToken' && refreshToken !== '' && { refreshToken }),
          })
        : undefined,
    onDone: onConnected,
  });
  const { grant } = form.values;
  const mappingError = form.errorOf('mapping');
  const secretHint = settings === undefined ? undefined : t('integrations.remote.stays');
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <h3>{t('integrations.remote.connectTitle')}</h3>
      <div className={styles.fields}>
        <Field
          {...form.text('baseUrl', (text) => text.trim())}
          className={styles.whole}
          label={t('integrations.remote.baseUrl')}
          placeholder="https://"
          dir="ltr"
          inputMode="url"
        />
        <Field {...form.text('clientId')} label={t('integrations.programs.id')} dir="ltr" />
        <Field
          {...form.text('clientSecret')}
          label={t('integrations.remote.secret')}
          type="password"
          dir="ltr"
          placeholder={secretHint}
        />
      </div>
      <RadioCards
        legend={t('integrations.remote.grant')}
        value={grant}
        cards={(['clientCredentials', 'refreshToken'] as const).map((value) => ({
          value,
          label: t(`integrations.remote.${value}`),
          text: t(`integrations.remote.${value}Text`),
        }))}
        onChange={(chosen) => form.set({ grant: chosen })}
      />
      {grant === 'refreshToken' && (
        <Field
          {...form.text('refreshToken')}
          label={t('integrations.remote.token')}
          type="password"
          dir="ltr"
          placeholder={mustGiveToken(grant) ? undefined : secretHint}
        />
      )}
      <div className={styles.fields}>
        <Field
          {...form.text('minutes', withLatinNumbers)}
          label={t('integrations.remote.minutes')}
          dir="ltr"
          inputMode="numeric"
        />
        <Field {...form.text('scope')} label={t('integrations.remote.scope')} dir="ltr" />
      </div>
      <Collapsible title={t('integrations.remote.advanced')}>
        <p className={styles.hint}>{t('integrations.remote.mappingText')}</p>
        <div className={styles.fields}>
          {mappingFields.map((field) => (
            <Field
              key={field}
              label={t(`integrations.mapping.${field}`)}
              dir="ltr"
              value={mapping[field]}
              error={
                mapped.error?.issues.some(({ path }) => path.at(-1) === field)
                  ? t('integrations.mapping.wrong')
                  : undefined
              }
              onText={(text) => setMapping({ ...mapping, [field]: text.trim() })}
            />
          ))}
        </div>
      </Collapsible>
      {mappingError && <Note tone="red">{mappingError}</Note>}
      <ProblemNote of={form.failure} />
      <div className={styles.buttons}>
        <Button type="submit" aria-disabled={busy}>
          {t(busy ? 'integrations.remote.connecting' : 'integrations.remote.connect')}
        </Button>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The paths to values in the remote system's list, as form fields: each is text, and empty when it is not used. */
const mappingFields = ['items', 'uuid', 'id', 'status', 'clearedAt', 'asOf', 'cursor', 'parameter'] as const;
type MappingDraft = Record<(typeof mappingFields)[number], string>;

/** The default mapping of the contract, which fits this program's own API. */
const standardMapping: RemoteMapping = remoteSettingsSchema.shape.mapping.parse(undefined);

function draftOf({ items, uuid, id, status, clearedAt, asOf, next }: RemoteMapping): MappingDraft {
  return {
    items,
    uuid,
    id: id ?? '',
    status: status ?? '',
    clearedAt: clearedAt ?? '',
    asOf: asOf ?? '',
    cursor: next?.cursor ?? '',
    parameter: next?.parameter ?? '',
  };
}

/**
 * Returns the mapping of a form. `items` and `uuid` may be empty; then the answer itself is the list, and an item is
 * its own UUID.
 */
function mappingOf(draft: MappingDraft): RemoteMapping {
  const { items, uuid, cursor, parameter } = draft;
  const given = (['id', 'status', 'clearedAt', 'asOf'] as const).filter((field) => draft[field] !== '');
  return {
    items,
    uuid,
    ...Object.fromEntries(given.map((field) => [field, draft[field]])),
    ...((cursor !== '' || parameter !== '') && { next: { cursor, parameter } }),
  };
}
