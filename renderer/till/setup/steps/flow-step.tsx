import { Box, Button, Loader, Stack } from '@mantine/core';
import { IconAlertOctagonFilled, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { FlowView, SeriesResult } from '../../../../shared/contract/terminal/credentials.ts';
import type { OnboardingStep } from '../../../../shared/contract/terminal/terminal.ts';
import type { Environment } from '../../../../shared/status.ts';
import { credentialWords } from '../../../../shared/words/credential.ts';
import { describeCredentialFailure } from '../../../../shared/words/faults/credential-failures.ts';
import common from '../../../ui/components/common.module.css';
import styles from '../../../ui/components/flow-progress.module.css';
import { isWholeOtp, OtpBoxes } from '../../../ui/components/forms/otp-boxes.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { Note } from '../../../ui/components/marks/note.tsx';
import { Written } from '../../../ui/components/written.tsx';
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

/**
 * The progress of an onboarding, a renewal or a re-issue: its steps, and the authority's answer to each test document.
 */
function FlowProgress({ flow }: { flow: FlowView }) {
  return (
    <ol className={`${common.bare} ${styles.steps}`} aria-live="polite">
      {flow.steps.map((step) => (
        <Step key={step.step} step={step} series={step.step === 'series' ? flow.series : []} />
      ))}
    </ol>
  );
}

function Step({ step, series }: { step: OnboardingStep; series: readonly SeriesResult[] }) {
  const { t, language, format } = useLanguage();
  const { state, done, of } = step;
  const isCounted = done !== undefined && of !== undefined && state !== 'waiting';
  return (
    <li data-state={state} aria-current={state === 'running' ? 'step' : undefined}>
      <div className={styles.step} data-state={state}>
        <StateIcon state={state} size={26} />
        <span className={styles.name}>{credentialWords[language].steps[step.step]}</span>
        <span className={styles.state}>
          {isCounted && state === 'running'
            ? t('setup.progress.documentsOf', { done: format.count(done), of: format.count(of) })
            : t(`setup.progress.stepState.${state}`)}
        </span>
      </div>
      {series.length > 0 && state !== 'waiting' && (
        <Box
          component="ul"
          className={common.bare}
          ps="2.25rem"
          pb="sm"
          aria-label={t('setup.progress.documents')}
        >
          {series.map((result) => (
            <Document key={result.document} result={result} />
          ))}
        </Box>
      )}
    </li>
  );
}

function Document({ result: { document, state, messages } }: { result: SeriesResult }) {
  const { t, language } = useLanguage();
  return (
    <li className={styles.document} data-state={state}>
      <StateIcon state={state === 'passed' ? 'done' : state} size={20} />
      <span>{credentialWords[language].documents[document]}</span>
      <span className={styles.state}>{t(`setup.progress.state.${state}`)}</span>
      {state === 'failed' &&
        messages.map((message) => (
          <p key={`${message.code} ${message.message}`} className={styles.message}>
            <Written text={message.message} />{' '}
            {message.code && <bdi className={common.code}>{message.code}</bdi>}
          </p>
        ))}
    </li>
  );
}

function StateIcon({ state, size }: { state: OnboardingStep['state']; size: number }) {
  if (state === 'running') return <Loader size={size - 2} aria-hidden />;
  if (state === 'done') return <IconCircleCheckFilled size={size} aria-hidden />;
  if (state === 'failed') return <IconAlertOctagonFilled size={size} aria-hidden />;
  return <IconCircle size={size} stroke={1.5} aria-hidden />;
}
