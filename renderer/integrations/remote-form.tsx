import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type RemoteSettings, remoteMappingSchema } from '../../shared/contract/remote.ts';
import { RadioCards } from '../components/choice-cards.tsx';
import { Collapsible } from '../components/collapsible.tsx';
import { Field } from '../components/field.tsx';
import styles from '../components/forms.module.css';
import { Note } from '../components/note.tsx';
import { latinDigits } from '../format.ts';
import { useLanguage } from '../language.tsx';
import { useFailureWords } from '../use-failure-words.ts';
import { useTerminalCommand } from '../use-terminal-command.ts';
import { draftOf, type MappingDraft, mappingFields, mappingOf, standardMapping } from './remote-mapping.ts';

interface RemoteFormProps {
  /** What is set up already. */
  readonly settings: RemoteSettings | undefined;
  onConnected(): void;
  readonly onClose: (() => void) | undefined;
}

const isMinutes = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1440;

/** Where the other layer is, and as whom this terminal comes there. */
export function RemoteForm({ settings, onConnected, onClose }: RemoteFormProps) {
  const { t, words } = useLanguage();
  const { say, sayField } = useFailureWords();
  const { run, busy, failure } = useTerminalCommand('remote.connect');
  const [baseUrl, setBaseUrl] = useState(settings?.baseUrl ?? '');
  const [clientId, setClientId] = useState(settings?.clientId ?? '');
  const [scope, setScope] = useState(settings?.scope ?? 'invoices.read');
  const [grant, setGrant] = useState<RemoteSettings['grant']>(settings?.grant ?? 'clientCredentials');
  const [clientSecret, setClientSecret] = useState('');
  const [refreshToken, setRefreshToken] = useState('');
  const [minutes, setMinutes] = useState(String(settings?.everyMinutes ?? 15));
  const [mapping, setMapping] = useState<MappingDraft>(() => draftOf(settings?.mapping ?? standardMapping));
  const [attempted, setAttempted] = useState(false);

  const needsToken = grant === 'refreshToken' && settings?.grant !== 'refreshToken';
  const blank = (text: string) => (text.trim() === '' ? words.issues.blank : undefined);
  const wrong = {
    baseUrl: URL.canParse(baseUrl) ? undefined : t('integrations.webhooks.urlWrong'),
    clientId: blank(clientId),
    clientSecret: settings === undefined ? blank(clientSecret) : undefined,
    refreshToken: needsToken ? blank(refreshToken) : undefined,
    minutes: isMinutes(minutes) ? undefined : t('integrations.remote.minutesWrong'),
  };
  const mapped = remoteMappingSchema.safeParse(mappingOf(mapping));
  const isRight = Object.values(wrong).every((error) => error === undefined) && mapped.success;
  const connect = async (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (!isRight) return;
    const connected = await run({
      settings: { baseUrl, clientId, scope, grant, mapping: mapped.data, everyMinutes: Number(minutes) },
      ...(clientSecret !== '' && { clientSecret }),
      ...(grant === 'refreshToken' && refreshToken !== '' && { refreshToken }),
    });
    if (connected?.ok) onConnected();
  };
  const shown = (field: keyof typeof wrong) =>
    (attempted ? wrong[field] : undefined) ?? sayField(failure, field);
  const isOfField = Object.keys(wrong).some((field) => sayField(failure, field) !== undefined);
  const secretHint = settings === undefined ? undefined : t('integrations.remote.stays');
  return (
    <form className={styles.form} onSubmit={(event) => void connect(event)} noValidate>
      <h3>{t('integrations.remote.connectTitle')}</h3>
      <div className={styles.fields}>
        <Field
          className={styles.whole}
          label={t('integrations.remote.baseUrl')}
          placeholder="https://"
          dir="ltr"
          inputMode="url"
          value={baseUrl}
          error={shown('baseUrl')}
          onText={(text) => setBaseUrl(text.trim())}
        />
        <Field
          label={t('integrations.programs.id')}
          dir="ltr"
          value={clientId}
          error={shown('clientId')}
          onText={setClientId}
        />
        <Field
          label={t('integrations.remote.secret')}
          type="password"
          dir="ltr"
          placeholder={secretHint}
          value={clientSecret}
          error={shown('clientSecret')}
          onText={setClientSecret}
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
        onChange={setGrant}
      />
      {grant === 'refreshToken' && (
        <Field
          label={t('integrations.remote.token')}
          type="password"
          dir="ltr"
          placeholder={needsToken ? undefined : secretHint}
          value={refreshToken}
          error={shown('refreshToken')}
          onText={setRefreshToken}
        />
      )}
      <div className={styles.fields}>
        <Field
          label={t('integrations.remote.minutes')}
          dir="ltr"
          inputMode="numeric"
          value={minutes}
          error={shown('minutes')}
          onText={(text) => setMinutes(latinDigits(text))}
        />
        <Field
          label={t('integrations.remote.scope')}
          dir="ltr"
          value={scope}
          error={undefined}
          onText={setScope}
        />
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
      {!mapped.success && attempted && <Note tone="red">{t('integrations.mapping.mend')}</Note>}
      {failure && !isOfField && <Note tone="red">{say(failure)}</Note>}
      <div className={styles.buttons}>
        <Button type="submit" aria-disabled={busy}>
          {t(busy ? 'integrations.remote.connecting' : 'integrations.remote.connect')}
        </Button>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            {t('integrations.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
