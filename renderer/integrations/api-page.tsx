import { type FormEvent, useState } from 'react';
import type { ApiStatus } from '../../shared/contract/integration.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { RadioCards } from '../components/choice-cards.tsx';
import { CopyLine } from '../components/copy-line.tsx';
import { Field } from '../components/field.tsx';
import styles from '../components/forms.module.css';
import { Note } from '../components/note.tsx';
import { SaveRow } from '../components/save-row.tsx';
import { SectionPage } from '../components/section-page.tsx';
import { Toggle } from '../components/toggle.tsx';
import { latinDigits } from '../format.ts';
import { useLanguage } from '../language.tsx';
import { useFailureWords } from '../use-failure-words.ts';
import { useTerminalCommand } from '../use-terminal-command.ts';
import { useTerminalQuery } from '../use-terminal-query.ts';
import { ApiCertificate } from './api-certificate.tsx';

/** The door through which other programs come in: open or shut, and where it is. */
export function ApiPage() {
  const { t, language } = useLanguage();
  const { say } = useFailureWords();
  const { data: api, error } = useTerminalQuery('integration.api.get', {});
  const { run, busy, failure } = useTerminalCommand('integration.api.set');
  return (
    <SectionPage
      title={t('integrations.section.api.title')}
      lead={t('integrations.section.api.lead')}
      error={error}
    >
      {api && (
        <>
          <Toggle
            label={t('integrations.api.on')}
            text={t('integrations.api.onText')}
            checked={api.enabled}
            busy={busy}
            onChange={(enabled) => void run({ enabled, port: api.port, network: api.network })}
          />
          {failure && <Note tone="red">{say(failure)}</Note>}
          {api.enabled && api.failure && (
            <div className={styles.gap}>
              <Note tone="red">
                {t('integrations.api.notListening', { port: String(api.port) })}{' '}
                {describeFailure({ code: api.failure }, language)}
              </Note>
            </div>
          )}
          {api.addresses.length > 0 && <Addresses api={api} />}
          <WhereForm api={api} />
          {(api.network || api.certificate) && <ApiCertificate certificate={api.certificate} />}
        </>
      )}
    </SectionPage>
  );
}

function Addresses({ api: { addresses } }: { api: ApiStatus }) {
  const { t } = useLanguage();
  const [first = ''] = addresses;
  return (
    <section>
      <h3>{t('integrations.api.listening')}</h3>
      <p className={styles.hint}>{t('integrations.api.listeningText')}</p>
      {addresses.map((address) => (
        <CopyLine key={address} label={t('integrations.api.address')} value={address} />
      ))}
      <CopyLine label={t('integrations.api.token')} value={`${first}/oauth/token`} />
      <CopyLine label={t('integrations.api.openapi')} value={`${first}/openapi.json`} />
    </section>
  );
}

const isPort = (text: string) => /^\d{4,5}$/.test(text) && Number(text) >= 1024 && Number(text) <= 65_535;

function WhereForm({ api }: { api: ApiStatus }) {
  const { t } = useLanguage();
  const { say, sayField } = useFailureWords();
  const { run, busy, failure } = useTerminalCommand('integration.api.set');
  const [network, setNetwork] = useState(api.network);
  const [port, setPort] = useState(String(api.port));
  const [attempted, setAttempted] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const isChanged = network !== api.network || port !== String(api.port);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (!isPort(port)) return document.getElementById('api-port')?.focus();
    const saved = await run({ enabled: api.enabled, network, port: Number(port) });
    setIsSaved(saved?.ok ?? false);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <h3>{t('integrations.api.where')}</h3>
      <RadioCards
        legend={t('integrations.api.reach')}
        value={network ? 'network' : 'device'}
        cards={(['device', 'network'] as const).map((value) => ({
          value,
          label: t(`integrations.api.${value}`),
          text: t(`integrations.api.${value}Text`),
        }))}
        onChange={(value) => setNetwork(value === 'network')}
      />
      <div className={styles.fields}>
        <Field
          id="api-port"
          label={t('integrations.api.port')}
          dir="ltr"
          inputMode="numeric"
          maxLength={5}
          value={port}
          error={attempted && !isPort(port) ? t('integrations.api.portWrong') : sayField(failure, 'port')}
          onText={(text) => setPort(latinDigits(text))}
        />
      </div>
      {failure && <Note tone="red">{say(failure)}</Note>}
      <SaveRow busy={busy} isChanged={isChanged} isSaved={isSaved} />
    </form>
  );
}
