import { Box, Button, Loader, Text } from '@mantine/core';
import { IconAlertOctagonFilled, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { OnboardingStep, TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import common from '../../ui/components/common.module.css';
import progress from '../../ui/components/flow-progress.module.css';
import { Note } from '../../ui/components/marks/note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './first-start.module.css';

/**
 * The screen with the steps that the terminal takes before it can sell. It closes by itself when the terminal is ready.
 */
export function FirstStart({ status }: { status: TerminalStatus }) {
  const { t } = useLanguage();
  const retry = useTerminalCommand('credential.continue');
  const { data } = useTerminalQuery('terminal.onboarding', {});
  const steps = data?.steps ?? [];
  const hasFailed = steps.some(({ state }) => state === 'failed');
  const isRunning = steps.some(({ state }) => state === 'running');
  // Only a manager may retry; in training everybody is one.
  const mayRetry = status.role === 'manager';
  const again = () => void retry.run({});
  useKeys({ [keys.main]: hasFailed && mayRetry ? again : undefined });
  return (
    <main className={styles.page}>
      <h1>{t('firstStart.title')}</h1>
      <Text inherit fz="lg" lh={1.6} c="dimmed" mb="xl">
        {t(status.environment === 'training' ? 'firstStart.training' : 'firstStart.real')}
      </Text>
      <ol className={common.bare} aria-live="polite">
        {steps.map((step) => (
          <Step key={step.step} step={step} />
        ))}
      </ol>
      <Box mih="5rem" mt="1.5rem">
        {hasFailed && (
          <>
            <Note tone="red">{t('firstStart.failed')}</Note>
            {mayRetry && (
              <Button size="xl" mt="md" aria-disabled={retry.busy} onClick={again}>
                {t(retry.busy ? 'app.trying' : 'app.tryAgain')}
              </Button>
            )}
          </>
        )}
        {data !== undefined && !isRunning && status.environment !== 'training' && (
          <Note tone="amber">{t('firstStart.notStarted')}</Note>
        )}
      </Box>
    </main>
  );
}

function Step({ step: { step, state, done, of } }: { step: OnboardingStep }) {
  const { t, format } = useLanguage();
  const counted = done !== undefined && of !== undefined && state !== 'waiting';
  return (
    <li
      className={`${progress.step} ${styles.step}`}
      data-state={state}
      aria-current={state === 'running' ? 'step' : undefined}
    >
      <span className={styles.icon}>
        <StepIcon state={state} />
      </span>
      <span className={progress.name}>{t(`firstStart.steps.${step}`)}</span>
      <span className={`${progress.state} ${styles.state}`}>
        {counted && state === 'running'
          ? t('firstStart.progress', { done: format.count(done), of: format.count(of) })
          : t(`firstStart.states.${state}`)}
      </span>
    </li>
  );
}

function StepIcon({ state }: { state: OnboardingStep['state'] }) {
  if (state === 'running') return <Loader size={26} aria-hidden />;
  if (state === 'done') return <IconCircleCheckFilled size={28} aria-hidden />;
  if (state === 'failed') return <IconAlertOctagonFilled size={28} aria-hidden />;
  return <IconCircle size={28} stroke={1.5} aria-hidden />;
}
