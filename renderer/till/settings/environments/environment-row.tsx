import { Button } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import type { EnvironmentView } from '../../../../shared/contract/terminal/credentials.ts';
import { certificateTone } from '../../../../shared/values/certificate-tone.ts';
import { credentialWords } from '../../../../shared/words/credential.ts';
import common from '../../../ui/components/common.module.css';
import copy from '../../../ui/components/copy-line.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import { go } from '../../../ui/page/route.ts';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import styles from './environments.module.css';

export function EnvironmentRow({ view }: { view: EnvironmentView }) {
  const { words } = useLanguage();
  return (
    <div className={copy.line}>
      <span className={common.strong}>{words.environments[view.environment]}</span>
      <CertificateState view={view} />
      <ShowButton view={view} />
    </div>
  );
}

export function CertificateState({ view: { state, daysLeft } }: { view: EnvironmentView }) {
  const { t, language } = useLanguage();
  if (state !== 'production' || daysLeft === undefined)
    return <span className={common.soft}>{credentialWords[language].states[state]}</span>;
  const count = Math.max(0, daysLeft);
  return (
    <span className={`${common.tone} ${styles.state}`} data-tone={certificateTone(daysLeft)}>
      {t('settings.environments.days', { count })}
    </span>
  );
}

export function ShowButton({ view }: { view: EnvironmentView }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('environment.show');
  if (view.onScreen)
    return (
      <span className={`${common.link} ${styles.onScreen}`}>
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
