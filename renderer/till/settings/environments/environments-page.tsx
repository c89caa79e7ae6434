import { Box, Button, Flex, Text } from '@mantine/core';
import type { EnvironmentView } from '../../../../shared/contract/terminal/credentials.ts';
import type { Environment } from '../../../../shared/status.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import page from '../../../ui/components/layout/page.module.css';
import { Page } from '../../../ui/components/layout/page.tsx';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { PracticeFaults } from '../../../ui/components/practice-faults.tsx';
import { SandboxAddress } from '../../../ui/components/sandbox-address.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { checkPassphrase, noPassphrase, PassphraseFields } from '../../setup/passphrase-fields.tsx';
import { CertificateState, EnvironmentRow, ShowButton } from './environment-row.tsx';
import styles from './environments.module.css';
import { NetworkSection } from './network-section.tsx';

export function EnvironmentsPage() {
  const { t } = useLanguage();
  const environments = useTerminalQuery('environment.list', {}).data?.environments;
  const training = environments?.find(({ environment }) => environment === 'training');
  const simulation = environments?.find(({ environment }) => environment === 'simulation');
  const shown = environments?.find(({ onScreen }) => onScreen);
  return (
    <Page title={t('settings.page.environments')} lead={t('settings.environments.lead')}>
      <div className={styles.cards}>
        {environments
          ?.filter(({ environment }) => environment !== 'training')
          .map((view) => (
            <Card key={view.environment} view={view} />
          ))}
      </div>
      {training && <EnvironmentRow view={training} />}
      {training?.onScreen && <PracticeSection />}
      {shown && <NetworkSection key={`network ${shown.environment}`} />}
      {simulation?.begun && <VersionTrial view={simulation} />}
      {shown?.vault.kind === 'passphrase' && shown.vault.state === 'open' && (
        <PassphraseChange key={shown.environment} environment={shown.environment} />
      )}
    </Page>
  );
}

function Card({ view }: { view: EnvironmentView }) {
  const { t, words, format } = useLanguage();
  const { environment, begun, waiting, address, addressFixed, version, vault } = view;
  return (
    <section className={styles.card} data-on-screen={view.onScreen || undefined}>
      <h3>{words.environments[environment]}</h3>
      <Text inherit mih="3rem" lh={1.5} c="dimmed" mb="sm">
        {t(`settings.environments.${environment}`)}
      </Text>
      <dl className={styles.facts}>
        <div>
          <dt>{t('settings.environments.state')}</dt>
          <dd>
            <CertificateState view={view} />
          </dd>
        </div>
        {begun && (
          <>
            <div>
              <dt>{t('settings.environments.waiting')}</dt>
              <dd>{format.count(waiting)}</dd>
            </div>
            {vault.kind && (
              <div>
                <dt>{t('settings.environments.vault')}</dt>
                <dd>
                  {t(`settings.environments.vaults.${vault.kind}`)}
                  {vault.state === 'locked' && ` (${t('settings.environments.locked')})`}
                </dd>
              </div>
            )}
            <div>
              <dt>{t('settings.environments.version')}</dt>
              <dd>
                <bdi dir="ltr">{version}</bdi>
              </dd>
            </div>
          </>
        )}
        {address && (
          <div>
            <dt>{t('settings.environments.address')}</dt>
            <dd className={common.wrap}>
              <bdi dir="ltr">{address}</bdi>
            </dd>
          </div>
        )}
      </dl>
      {begun && !addressFixed && <AddressForm key={address} view={view} />}
      <Flex align="center" mih="3rem" mt="auto">
        <ShowButton view={view} />
      </Flex>
    </section>
  );
}

/** A form for another gateway address, shown until a credential was requested at the current one. */
function AddressForm({ view: { environment } }: { view: EnvironmentView }) {
  const { t, language } = useLanguage();
  const { run, busy } = useTerminalCommand('environment.setAddress');
  const form = useForm({
    id: 'address',
    initial: { address: '' },
    check: ({ address }) => ({
      address: address === '' || URL.canParse(address) ? undefined : t('setup.environment.addressWrong'),
    }),
    send: ({ address }) => run({ environment, ...(address !== '' && { address }) }),
    live: ['address'],
  });
  const field = form.text('address');
  return (
    <Flex component="form" align="start" gap="sm" onSubmit={form.onSubmit} noValidate>
      <Field
        {...field}
        className={common.grow}
        error={field.error ?? (form.failure && describeFailure(form.failure, language))}
        label={t('setup.environment.address')}
        dir="ltr"
        inputMode="url"
      />
      <Button
        type="submit"
        variant="default"
        className={`${common.fixed} ${common.below}`}
        aria-disabled={busy}
      >
        {t('app.save')}
      </Button>
    </Flex>
  );
}

function VersionTrial({ view: { version } }: { view: EnvironmentView }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('environment.setVersion');
  const form = useForm({
    id: 'version',
    initial: { version: '' },
    check: (typed) => ({
      version: /^V\d{1,3}$/i.test(typed.version) ? undefined : t('settings.environments.versionWrong'),
    }),
    send: (typed) => run({ environment: 'simulation', version: typed.version.toUpperCase() }),
    empties: true,
  });
  return (
    <section>
      <h3>{t('settings.environments.versionTitle')}</h3>
      <p className={page.lead}>{t('settings.environments.versionText')}</p>
      <FailureNote of={failure} />
      <Flex component="form" align="start" gap="sm" onSubmit={form.onSubmit} noValidate>
        <Field
          {...form.text('version')}
          w="14rem"
          label={t('settings.environments.versionLabel')}
          dir="ltr"
          maxLength={4}
        />
        <Button
          type="submit"
          variant="default"
          className={`${common.fixed} ${common.below}`}
          aria-disabled={busy}
        >
          {t('settings.environments.versionTry')}
        </Button>
        {version !== 'V2' && (
          <Button
            variant="subtle"
            className={`${common.fixed} ${common.below}`}
            onClick={() => void run({ environment: 'simulation' })}
          >
            {t('settings.environments.versionBack')}
          </Button>
        )}
      </Flex>
    </section>
  );
}

function PracticeSection() {
  const { t } = useLanguage();
  return (
    <section aria-labelledby="practice">
      <h2 id="practice">{t('practice.title')}</h2>
      <PracticeFaults />
      <SandboxAddress />
    </section>
  );
}

function PassphraseChange({ environment }: { environment: Environment }) {
  const { t, words } = useLanguage();
  const { run, busy } = useTerminalCommand('vault.changePassphrase');
  const form = useForm({
    id: 'passphrase',
    initial: { current: '', ...noPassphrase },
    check: ({ current, ...next }) => ({
      current: current === '' ? t('settings.passphrase.needed') : undefined,
      ...checkPassphrase(next, t),
    }),
    send: ({ current, first }) => run({ current, next: first }),
    empties: true,
  });

  return (
    <section>
      <h3>{t('settings.passphrase.title', { environment: words.environments[environment] })}</h3>
      <p className={page.lead}>{t('settings.passphrase.text')}</p>
      <FailureNote of={form.failure} />
      <form onSubmit={form.onSubmit}>
        <Field
          {...form.text('current')}
          maw="24rem"
          type="password"
          dir="auto"
          label={t('settings.passphrase.current')}
        />
        <PassphraseFields form={form} />
        <Button type="submit" variant="default" aria-disabled={busy}>
          {t('settings.passphrase.change')}
        </Button>
        <Box component="span" role="status" ms="md" c="var(--seal)">
          {form.isSaved && t('settings.passphrase.changed')}
        </Box>
      </form>
    </section>
  );
}
