import { Checkbox } from '@mantine/core';
import type { FlowKind } from '../../../../shared/contract/terminal/credentials.ts';
import type { Environment } from '../../../../shared/status.ts';
import { describeCredentialFailure } from '../../../../shared/words/faults/credential-failures.ts';
import { isWholeOtp, OtpBoxes } from '../../../ui/components/forms/otp-boxes.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { Collapsible } from '../../../ui/components/layout/collapsible.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { Authorities } from '../authorities.tsx';
import { GoLiveList } from '../go-live-list.tsx';
import { useGoLive } from '../use-go-live.ts';
import { CodeGuide } from './code-guide.tsx';
import { StepPage } from './step-page.tsx';
import styles from './steps.module.css';

interface CodeStepProps {
  readonly environment: Environment;
  readonly kind: FlowKind;
  readonly onBack?: (() => void) | undefined;
}

export function CodeStep({ environment, kind, onBack }: CodeStepProps) {
  const { t, language } = useLanguage();
  const { run, busy } = useTerminalCommand('credential.begin');
  const mustConfirm = environment === 'production' && kind === 'onboarding';
  const goLive = useGoLive(mustConfirm);
  const form = useForm({
    id: 'code',
    initial: { otp: '', confirm: false },
    check: ({ otp, confirm }) => ({
      otp: isWholeOtp(otp) ? undefined : t('setup.code.wrong'),
      confirm: mustConfirm && !confirm ? t('setup.code.confirmNeeded') : undefined,
    }),
    send: ({ otp }) => run({ kind, otp, ...(mustConfirm && { confirm: 'production' as const }) }),
  });
  return (
    <StepPage
      title={t(kind === 'renewal' ? 'setup.code.titleRenewal' : 'setup.code.title')}
      lead={t(kind === 'renewal' ? 'settings.certificate.renewText' : 'setup.code.lead')}
      action={{
        label: t(busy ? 'setup.code.starting' : 'setup.code.start'),
        busy,
        run: () => {
          if (goLive.pass()) void form.submit();
        },
      }}
      onBack={onBack}
    >
      {mustConfirm && !goLive.isSettled && <GoLiveList goLive={goLive} />}
      <CodeGuide environment={environment} kind={kind} />
      <OtpBoxes {...form.text('otp')} label={t('setup.code.label')} />
      {mustConfirm && (
        <Checkbox
          id="code-confirm"
          size="md"
          classNames={{ body: styles.confirm, labelWrapper: styles.confirmLabel, error: styles.confirmError }}
          label={t('setup.code.confirmLive')}
          checked={form.values.confirm}
          error={form.errorOf('confirm')}
          onChange={(event) => form.set({ confirm: event.currentTarget.checked })}
        />
      )}
      {kind === 'onboarding' && (
        <Collapsible title={t('settings.network.title')}>
          <Authorities />
        </Collapsible>
      )}
      {form.failure && <Note tone="red">{describeCredentialFailure(form.failure, language)}</Note>}
    </StepPage>
  );
}
