import { Button, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { FlowView } from '../../../../shared/contract/terminal/credentials.ts';
import type { Environment } from '../../../../shared/status.ts';
import { describeCredentialFailure } from '../../../../shared/words/faults/credential-failures.ts';
import { FlowProgress } from '../../../ui/components/flow-progress.tsx';
import { isWholeOtp, OtpBoxes } from '../../../ui/components/forms/otp-boxes.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { CodeGuide } from './code-guide.tsx';
import { StepPage } from './step-page.tsx';

interface FlowStepProps {
  readonly flow: FlowView;
  readonly environment: Environment;
  readonly title: string;
}

export function FlowStep({ flow, environment, title }: FlowStepProps) {
  const { t, language } = useLanguage();
  const proceed = useTerminalCommand('credential.continue');
  const abandon = useTerminalCommand('credential.abandon');
  /** True once the button to abandon was pressed and must be confirmed. */
  const [asking, setAsking] = useState(false);
  const failure = proceed.failure ?? abandon.failure ?? flow.failure;
  const isStill = !flow.running;
  const needsOtp = isStill && flow.needsOtp;

  // Focuses the code when the flow stops for one while this screen is open.
  useEffect(() => {
    if (needsOtp) document.getElementById('code-otp')?.focus();
  }, [needsOtp]);

  const form = useForm({
    id: 'code',
    initial: { otp: '' },
    check: ({ otp }) => ({ otp: needsOtp && !isWholeOtp(otp) ? t('setup.code.wrong') : undefined }),
    async send({ otp }) {
      setAsking(false);
      const result = await proceed.run(needsOtp ? { otp } : {});
      // A code that reached the authority is used up; otherwise it may be sent again.
      const failure = result?.ok ? result.value.flow?.failure : result?.failure;
      if (result !== undefined && failure?.code !== 'gateway-unreachable') form.reset();
      return result;
    },
  });
  const label = needsOtp ? t('setup.progress.newCode') : t('app.tryAgain');
  return (
    <StepPage
      title={title}
      lead={t(isStill ? 'setup.progress.stopped' : 'setup.progress.lead')}
      action={
        isStill
          ? {
              label: proceed.busy ? t('app.trying') : label,
              busy: proceed.busy,
              run: () => void form.submit(),
            }
          : undefined
      }
      beside={
        isStill ? (
          <Button
            {...(asking ? { variant: 'outline', color: 'red' } : { variant: 'default' })}
            size="xl"
            onClick={() => (asking ? void abandon.run({}) : setAsking(true))}
          >
            {t(asking ? 'setup.progress.giveUpSure' : 'setup.progress.giveUp')}
          </Button>
        ) : undefined
      }
    >
      {isStill && (failure || asking) && (
        <Stack gap="sm" my="md">
          {failure && (
            <Note tone="red">
              {describeCredentialFailure(failure, language, { needsOtp: flow.needsOtp })}
            </Note>
          )}
          {asking && <Note tone="amber">{t('setup.progress.giveUpNote')}</Note>}
        </Stack>
      )}
      {needsOtp && (
        <>
          <OtpBoxes {...form.text('otp')} label={t('setup.code.label')} />
          <CodeGuide environment={environment} kind={flow.kind} />
        </>
      )}
      <FlowProgress flow={flow} />
    </StepPage>
  );
}
