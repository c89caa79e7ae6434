import { Button } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import type { EnvironmentView } from '../../shared/contract/credentials.ts';
import { credentialWords } from '../../shared/words/credential.ts';
import { certificateTone } from '../components/certificate-tone.ts';
import { useLanguage } from '../language/language.tsx';
import { go } from '../page/route.ts';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import styles from './environments.module.css';

/** One environment in a line: its state, and the way to it. */
export function EnvironmentRow({ view }: { view: EnvironmentView }) {
  const { words } = useLanguage();
  return (
    <div className={styles.row}>
      <span className={styles.name}>{words.environments[view.environment]}</span>
      <CertificateState view={view} />
      <ShowButton view={view} />
    </div>
  );
}

/** Days left where there is a certificate, else where the life cycle stands. */
export function CertificateState({ view: { state, daysLeft } }: { view: EnvironmentView }) {
  const { t, language } = useLanguage();
  if (state !== 'production' || daysLeft === undefined)
    return <span className={styles.soft}>{credentialWords[language].states[state]}</span>;
  const count = Math.max(0, daysLeft);
  return (
    <span className={styles.state} data-tone={certificateTone(daysLeft)}>
      {t('settings.environments.days', { count })}
    </span>
  );
}

/** Puts an environment on the screen; one that has not begun is begun in the set-up, where it is confirmed. */
export function ShowButton({ view }: { view: EnvironmentView }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('environment.show');
  if (view.onScreen)
    return (
      <span className={styles.onScreen}>
        <IconCircleCheckFilled size={20} aria-hidden />
        {t('settings.environments.onScreen')}
      </span>
    );
  const { environment } = view;
  if (!view.begun && environment !== 'training')
    return (
      <Button variant="default" onClick={() => go({ screen: 'setup', environment })}>
        {t('settings.environments.begin')}
      </Button>
    );
  return (
    <Button variant="default" aria-disabled={busy} onClick={() => void run({ environment })}>
      {t('settings.environments.show')}
    </Button>
  );
}
