import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CredentialView } from '../../../../shared/contract/terminal/credentials.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import common from '../../../ui/components/common.module.css';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';

/**
 * The notice about a new certificate that the authority does not accept yet: the previous one stays in use, and a
 * button abandons the new one.
 */
export function CertificateTrial({ trial }: { trial: NonNullable<CredentialView['trial']> }) {
  const { t, format, language } = useLanguage();
  const abandon = useTerminalCommand('credential.abandon');
  const [asking, setAsking] = useState(false);
  return (
    <Note tone="amber">
      <p>{t('settings.certificate.trial', { time: format.dateTime(trial.nextAt) })}</p>
      {asking && <p>{t('settings.certificate.trialGiveUpAsk')}</p>}
      <div className={common.row}>
        <Button
          variant="default"
          loading={abandon.busy}
          onClick={() => (asking ? void abandon.run({}) : setAsking(true))}
        >
          {t(asking ? 'settings.certificate.trialGiveUpYes' : 'settings.certificate.trialGiveUp')}
        </Button>
        {asking && (
          <Button variant="subtle" color="gray" onClick={() => setAsking(false)}>
            {t('settings.certificate.cancel')}
          </Button>
        )}
      </div>
      {abandon.failure && <p>{describeFailure(abandon.failure, language)}</p>}
    </Note>
  );
}
