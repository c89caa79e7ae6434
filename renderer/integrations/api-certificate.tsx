import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ApiStatus } from '../../shared/contract/integration.ts';
import { Collapsible } from '../components/collapsible.tsx';
import { Confirm } from '../components/confirm.tsx';
import styles from '../components/forms.module.css';
import { Note } from '../components/note.tsx';
import { saveFile } from '../components/save-file.ts';
import { TextField } from '../components/text-field.tsx';
import { useLanguage } from '../language.tsx';
import { useFailureWords } from '../use-failure-words.ts';
import { useTerminalCommand } from '../use-terminal-command.ts';

type Certificate = NonNullable<ApiStatus['certificate']>;

/** By what programs on the network know that they speak with this terminal. */
export function ApiCertificate({ certificate }: { certificate: Certificate | undefined }) {
  const { t, format } = useLanguage();
  const { say } = useFailureWords();
  const { run, busy, failure } = useTerminalCommand('integration.api.certificate');
  return (
    <section>
      <h3>{t('integrations.certificate.title')}</h3>
      <p className={styles.hint}>{t('integrations.certificate.text')}</p>
      {certificate === undefined ? (
        <p className={styles.hint}>{t('integrations.certificate.none')}</p>
      ) : (
        <>
          {certificate.isEnding && (
            <div className={styles.gap}>
              <Note tone="amber">
                {certificate.next
                  ? t('integrations.certificate.next', { date: format.date(certificate.next.from) })
                  : t('integrations.certificate.ending', { date: format.date(certificate.validTo) })}
              </Note>
            </div>
          )}
          <dl className={styles.facts}>
            <Fact name={t('integrations.certificate.madeBy')}>
              {t(`integrations.certificate.${certificate.source}`)}
            </Fact>
            <Fact name={t('integrations.certificate.validTo')}>{format.date(certificate.validTo)}</Fact>
            <Fact name={t('integrations.certificate.names')}>
              <bdi dir="ltr">{certificate.names.join(', ')}</bdi>
            </Fact>
            <Fact name={t('integrations.certificate.fingerprint')}>
              <bdi dir="ltr" className={styles.mono}>
                {certificate.fingerprint}
              </bdi>
            </Fact>
          </dl>
          <div className={styles.buttons}>
            <Button
              variant="default"
              onClick={() => saveFile('certificate.pem', certificate.pem, 'application/x-pem-file')}
            >
              {t('integrations.certificate.save')}
            </Button>
            <Confirm
              label={t('integrations.certificate.renew')}
              question={t('integrations.certificate.renewSure')}
              tone="plain"
              busy={busy}
              onConfirm={() => void run({ source: 'own' })}
            />
          </div>
          {failure && <Note tone="red">{say(failure)}</Note>}
          <Collapsible title={t('integrations.certificate.show')}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
            <pre className={styles.code} dir="ltr" tabIndex={0}>
              {certificate.pem}
            </pre>
          </Collapsible>
        </>
      )}
      <Collapsible title={t('integrations.certificate.supply')}>
        <SupplyForm />
      </Collapsible>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A certificate and key from elsewhere; the key leaves the page as soon as it was taken. */
function SupplyForm() {
  const { t, words } = useLanguage();
  const { say, sayField } = useFailureWords();
  const { run, busy, failure } = useTerminalCommand('integration.api.certificate');
  const [certificate, setCertificate] = useState('');
  const [privateKey, setPrivateKey] = useState('');
  const [attempted, setAttempted] = useState(false);
  const blank = (text: string) => (attempted && text.trim() === '' ? words.issues.blank : undefined);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (certificate.trim() === '' || privateKey.trim() === '') return;
    const taken = await run({ source: 'supplied', certificate, privateKey });
    if (!taken?.ok) return;
    setCertificate('');
    setPrivateKey('');
    setAttempted(false);
  };
  const isField = sayField(failure, 'certificate') ?? sayField(failure, 'privateKey');
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <p className={styles.hint}>{t('integrations.certificate.supplyText')}</p>
      <TextField
        label={t('integrations.certificate.certificate')}
        placeholder="-----BEGIN CERTIFICATE-----"
        value={certificate}
        error={blank(certificate) ?? sayField(failure, 'certificate')}
        onText={setCertificate}
      />
      <TextField
        label={t('integrations.certificate.key')}
        placeholder="-----BEGIN PRIVATE KEY-----"
        value={privateKey}
        error={blank(privateKey) ?? sayField(failure, 'privateKey')}
        onText={setPrivateKey}
      />
      {failure && !isField && <Note tone="red">{say(failure)}</Note>}
      <Button type="submit" aria-disabled={busy}>
        {t(busy ? 'settings.saving' : 'integrations.certificate.use')}
      </Button>
    </form>
  );
}
