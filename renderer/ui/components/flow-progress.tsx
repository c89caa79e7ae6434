import { Box, Loader } from '@mantine/core';
import { IconAlertOctagonFilled, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { FlowView, SeriesResult } from '../../../shared/contract/terminal/credentials.ts';
import type { OnboardingStep } from '../../../shared/contract/terminal/terminal.ts';
import { credentialWords } from '../../../shared/words/credential.ts';
import { useLanguage } from '../language/language.tsx';
import common from './common.module.css';
import styles from './flow-progress.module.css';

/**
 * The progress of an onboarding, a renewal or a re-issue: its steps, and the authority's answer to each test document.
 */
export function FlowProgress({ flow }: { flow: FlowView }) {
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
            <bdi>{message.message}</bdi> {message.code && <bdi className={common.code}>{message.code}</bdi>}
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
