import { Button } from '@mantine/core';
import type { ApiStatus } from '../../../../shared/contract/programs/integration.ts';
import { Fact } from '../../../ui/components/fact.tsx';
import styles from '../../../ui/components/forms/forms.module.css';
import { TextField } from '../../../ui/components/forms/text-field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { Collapsible } from '../../../ui/components/layout/collapsible.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { Confirm } from '../../../ui/components/press/confirm.tsx';
import { saveFile } from '../../../ui/components/tables/save-file.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';

type Certificate = NonNullable<ApiStatus['certificate']>;

export function ApiCertificate({ certificate }: { certificate: Certificate | undefined }) {
  const { t, format } = useLanguage();
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
          <ProblemNote of={failure} />
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

/** A form for a certificate and key from elsewhere; the key leaves the page once it was accepted. */
function SupplyForm() {
  const { t, words } = useLanguage();
  const { run, busy } = useTerminalCommand('integration.api.certificate');
  const blank = (text: string) => (text.trim() === '' ? words.issues.blank : undefined);
  const form = useForm({
    id: 'supply',
    initial: { certificate: '', privateKey: '' },
    check: ({ certificate, privateKey }) => ({
      certificate: blank(certificate),
      privateKey: blank(privateKey),
    }),
    send: ({ certificate, privateKey }) => run({ source: 'supplied', certificate, privateKey }),
    empties: true,
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <p className={styles.hint}>{t('integrations.certificate.supplyText')}</p>
      <TextField
        label={t('integrations.certificate.certificate')}
        placeholder="-----BEGIN CERTIFICATE-----"
        {...form.text('certificate')}
      />
      <TextField
        label={t('integrations.certificate.key')}
        placeholder="-----BEGIN PRIVATE KEY-----"
        {...form.text('privateKey')}
      />
      <ProblemNote of={form.failure} />
      <Button type="submit" aria-disabled={busy}>
        {t(busy ? 'settings.saving' : 'integrations.certificate.use')}
      </Button>
    </form>
  );
}
