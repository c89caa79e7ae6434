import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ApiStanding } from '../../shared/contract/integration.ts';
import { useLanguage } from '../language.tsx';
import { Note } from '../parts/note.tsx';
import { saveFile } from '../parts/save-file.ts';
import { Confirm } from './confirm.tsx';
import { Fold } from './fold.tsx';
import styles from './forms.module.css';
import { TextField } from './text-field.tsx';
import { useChange } from './use-ask.ts';
import { useFailureWords } from './use-failure-words.ts';

type Certificate = NonNullable<ApiStanding['certificate']>;

/** By what programs on the network know that they speak with this terminal. */
export function ApiCertificate({ certificate }: { certificate: Certificate | undefined }) {
  const { t, format } = useLanguage();
  const { say } = useFailureWords();
  const { run, busy, failure } = useChange('integration.api.certificate');
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
          <Fold title={t('integrations.certificate.show')}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
            <pre className={styles.code} dir="ltr" tabIndex={0}>
              {certificate.pem}
            </pre>
          </Fold>
        </>
      )}
      <Fold title={t('integrations.certificate.supply')}>
        <SupplyForm />
      </Fold>
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
  const { run, busy, failure } = useChange('integration.api.certificate');
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
