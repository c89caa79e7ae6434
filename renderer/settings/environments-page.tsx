import { Button } from '@mantine/core';
import { useState } from 'react';
import type { EnvironmentView } from '../../shared/contract/credentials.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { Field } from '../components/field.tsx';
import { Note } from '../components/note.tsx';
import page from '../components/page.module.css';
import { useLanguage } from '../language.tsx';
import { useTerminalCommand } from '../use-terminal-command.ts';
import { useTerminalQuery } from '../use-terminal-query.ts';
import { CertificateState, EnvironmentRow, ShowButton } from './environment-row.tsx';
import styles from './environments.module.css';
import { NetworkSection } from './network-section.tsx';
import { PassphraseChange } from './passphrase-change.tsx';

/** The environments side by side: which is on the screen, how each stands, and the switch. */
export function EnvironmentsPage() {
  const { t } = useLanguage();
  const environments = useTerminalQuery('environment.list', {}).data?.environments;
  const training = environments?.find(({ environment }) => environment === 'training');
  const simulation = environments?.find(({ environment }) => environment === 'simulation');
  const shown = environments?.find(({ onScreen }) => onScreen);
  return (
    <div className={page.page}>
      <div className={page.inner}>
        <h2>{t('settings.environments.title')}</h2>
        <p className={page.lead}>{t('settings.environments.lead')}</p>
        <div className={styles.cards}>
          {environments
            ?.filter(({ environment }) => environment !== 'training')
            .map((view) => (
              <Card key={view.environment} view={view} />
            ))}
        </div>
        {training && <EnvironmentRow view={training} />}
        <NetworkSection key={`network ${shown?.environment}`} />
        {simulation?.begun && <VersionTrial view={simulation} />}
        {shown?.vault.kind === 'passphrase' && shown.vault.state === 'open' && (
          <PassphraseChange key={shown.environment} environment={shown.environment} />
        )}
      </div>
    </div>
  );
}

function Card({ view }: { view: EnvironmentView }) {
  const { t, words, format } = useLanguage();
  const { environment, begun, waiting, address, addressFixed, version, vault } = view;
  return (
    <section className={styles.card} data-on-screen={view.onScreen || undefined}>
      <h3>{words.environments[environment]}</h3>
      <p className={styles.about}>{t(`settings.environments.${environment}`)}</p>
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
            <dd className={styles.address}>
              <bdi dir="ltr">{address}</bdi>
            </dd>
          </div>
        )}
      </dl>
      {begun && !addressFixed && <AddressForm key={address} view={view} />}
      <div className={styles.foot}>
        <ShowButton view={view} />
      </div>
    </section>
  );
}

/** Another address, as long as no credential was asked for there. */
function AddressForm({ view: { environment } }: { view: EnvironmentView }) {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('environment.setAddress');
  const [address, setAddress] = useState('');
  const isAddress = address === '' || URL.canParse(address);
  const save = () => {
    if (isAddress) void run({ environment, ...(address !== '' && { address }) });
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field
        className={styles.grow}
        label={t('setup.environment.address')}
        value={address}
        error={
          isAddress ? failure && describeFailure(failure, language) : t('setup.environment.addressWrong')
        }
        onText={setAddress}
        dir="ltr"
        inputMode="url"
      />
      <Button type="submit" variant="default" className={styles.set} aria-disabled={busy}>
        {t('settings.save')}
      </Button>
    </form>
  );
}

/** A newer version of the interface, on the test system alone. */
function VersionTrial({ view: { version } }: { view: EnvironmentView }) {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('environment.setVersion');
  const [typed, setTyped] = useState('');
  const [attempted, setAttempted] = useState(false);
  const isVersion = /^V\d{1,3}$/i.test(typed);
  const tryIt = async () => {
    setAttempted(true);
    if (!isVersion) return;
    const set = await run({ environment: 'simulation', version: typed.toUpperCase() });
    if (!set?.ok) return;
    setTyped('');
    setAttempted(false);
  };
  return (
    <section>
      <h3>{t('settings.environments.versionTitle')}</h3>
      <p className={page.lead}>{t('settings.environments.versionText')}</p>
      {failure && <Note tone="red">{describeFailure(failure, language)}</Note>}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void tryIt();
        }}
      >
        <Field
          className={styles.version}
          label={t('settings.environments.versionLabel')}
          value={typed}
          error={attempted && !isVersion ? t('settings.environments.versionWrong') : undefined}
          onText={setTyped}
          dir="ltr"
          maxLength={4}
        />
        <Button type="submit" variant="default" className={styles.set} aria-disabled={busy}>
          {t('settings.environments.versionTry')}
        </Button>
        {version !== 'V2' && (
          <Button
            variant="subtle"
            className={styles.set}
            onClick={() => void run({ environment: 'simulation' })}
          >
            {t('settings.environments.versionBack')}
          </Button>
        )}
      </form>
    </section>
  );
}
