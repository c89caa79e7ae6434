import { Button } from '@mantine/core';
import type { ApiStatus } from '../../../../shared/contract/programs/integration.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import { CopyLine } from '../../../ui/components/copy-line.tsx';
import { Fact } from '../../../ui/components/fact.tsx';
import { RadioCards } from '../../../ui/components/forms/choice-cards.tsx';
import styles from '../../../ui/components/forms/forms.module.css';
import { isPort, PortField } from '../../../ui/components/forms/port-field.tsx';
import { SaveRow } from '../../../ui/components/forms/save-row.tsx';
import { TextField } from '../../../ui/components/forms/text-field.tsx';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { Collapsible } from '../../../ui/components/layout/collapsible.tsx';
import { SectionPage } from '../../../ui/components/layout/section-page.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { Confirm } from '../../../ui/components/press/confirm.tsx';
import { SandboxAddress } from '../../../ui/components/sandbox-address.tsx';
import { saveFile } from '../../../ui/components/tables/save-file.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';

export function ApiPage() {
  const { t, language } = useLanguage();
  const { data: api, error } = useTerminalQuery('integration.api.get', {});
  const { run, busy, failure } = useTerminalCommand('integration.api.set');
  const isTraining = useStatus()?.environment === 'training';
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
          <ProblemNote of={failure} />
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
          {isTraining && <SandboxAddress />}
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
      <CopyLine label={t('integrations.api.docs')} value={`${first}/docs`} />
      <CopyLine label={t('integrations.api.openapi')} value={`${first}/openapi.json`} />
    </section>
  );
}

function WhereForm({ api }: { api: ApiStatus }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('integration.api.set');
  const form = useForm({
    id: 'api',
    initial: { reach: api.network ? ('network' as const) : ('device' as const), port: String(api.port) },
    check: ({ port }) => ({ port: isPort(port) ? undefined : t('integrations.api.portWrong') }),
    send: ({ reach, port }) =>
      run({ enabled: api.enabled, network: reach === 'network', port: Number(port) }),
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <h3>{t('integrations.api.where')}</h3>
      <RadioCards
        legend={t('integrations.api.reach')}
        value={form.values.reach}
        cards={(['device', 'network'] as const).map((value) => ({
          value,
          label: t(`integrations.api.${value}`),
          text: t(`integrations.api.${value}Text`),
        }))}
        onChange={(reach) => form.set({ reach })}
      />
      <div className={styles.fields}>
        <PortField {...form.text('port')} label={t('integrations.api.port')} />
      </div>
      <ProblemNote of={form.failure} />
      <SaveRow busy={busy} isChanged={form.isChanged} isSaved={form.isSaved} />
    </form>
  );
}

type Certificate = NonNullable<ApiStatus['certificate']>;

function ApiCertificate({ certificate }: { certificate: Certificate | undefined }) {
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
            <Fact name={t('integrations.certificate.names')} code={certificate.names.join(', ')} />
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
