import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { FlowKind } from '../../shared/contract/credentials.ts';
import type { Environment } from '../../shared/status.ts';
import { describeCredentialFailure } from '../../shared/words/credential-failures.ts';
import { Note } from '../components/note.tsx';
import { isWholeOtp, OtpBoxes } from '../components/otp-boxes.tsx';
import { useLanguage } from '../language.tsx';
import { useTerminalCommand } from '../use-terminal-command.ts';
import { CodeGuide } from './code-guide.tsx';
import { StepPage } from './step-page.tsx';
import styles from './steps.module.css';

interface CodeStepProps {
  readonly environment: Environment;
  readonly kind: FlowKind;
  readonly onBack?: (() => void) | undefined;
}

/** The authority's code, with the way to it; begins an onboarding, a renewal or a re-issue. */
export function CodeStep({ environment, kind, onBack }: CodeStepProps) {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('credential.begin');
  const [otp, setOtp] = useState('');
  const [attempted, setAttempted] = useState(false);
  const [confirmed, setConfirmed] = useState(false);
  const mustConfirm = environment === 'production' && kind === 'onboarding';

  const begin = () => {
    setAttempted(true);
    if (!isWholeOtp(otp)) return document.getElementById('code')?.focus();
    if (mustConfirm && !confirmed) return document.getElementById('code-confirm')?.focus();
    void run({ kind, otp, ...(mustConfirm && { confirm: 'production' as const }) });
  };
  return (
    <StepPage
      title={t(kind === 'renewal' ? 'setup.code.titleRenewal' : 'setup.code.title')}
      lead={t(kind === 'renewal' ? 'settings.certificate.renewText' : 'setup.code.lead')}
      action={{ label: t(busy ? 'setup.code.starting' : 'setup.code.start'), busy, run: begin }}
      onBack={onBack}
    >
      <CodeGuide environment={environment} kind={kind} />
      <OtpBoxes
        id="code"
        label={t('setup.code.label')}
        value={otp}
        error={attempted && !isWholeOtp(otp) ? t('setup.code.wrong') : undefined}
        onText={setOtp}
      />
      {mustConfirm && (
        <Checkbox
          id="code-confirm"
          size="md"
          classNames={{ body: styles.confirm, labelWrapper: styles.confirmLabel, error: styles.confirmError }}
          label={t('setup.code.confirmLive')}
          checked={confirmed}
          error={attempted && !confirmed ? t('setup.code.confirmNeeded') : undefined}
          onChange={(event) => setConfirmed(event.currentTarget.checked)}
        />
      )}
      {failure && <Note tone="red">{describeCredentialFailure(failure, language)}</Note>}
    </StepPage>
  );
}
