import { Box, Button, Flex, Text } from '@mantine/core';
import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
} from '@tabler/icons-react';
import { useState } from 'react';
import { type Diagnosis, mends, type StepResult, type StepState } from '../../../../shared/diagnosis.ts';
import { describeStep, stateName, stepName } from '../../../../shared/words/faults/diagnosis.ts';
import common from '../../../ui/components/common.module.css';
import checks from '../../../ui/components/forms/check-list.module.css';
import page from '../../../ui/components/layout/page.module.css';
import { Page } from '../../../ui/components/layout/page.tsx';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { KeyCap } from '../../../ui/components/press/key-cap.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { keys, useKeys } from '../../../ui/page/keys.ts';
import { hashOf } from '../../../ui/page/route.ts';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { BundleSection } from './diagnosis-bundle.tsx';
import styles from './diagnosis-page.module.css';
import { LogSection } from './log-section.tsx';

export function DiagnosisPage() {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('diagnosis.run');
  const [diagnosis, setDiagnosis] = useState<Diagnosis>();
  const look = async () => {
    const answer = await run({});
    if (answer?.ok) setDiagnosis(answer.value);
  };
  useKeys({ [keys.main]: busy ? undefined : () => void look() });
  return (
    <Page title={t('diagnosis.title')} lead={t('diagnosis.lead')}>
      <Flex wrap="wrap" align="center" gap="0.75rem 1.25rem" mb="1.5rem">
        <Button
          size="xl"
          aria-disabled={busy}
          onClick={() => void look()}
          rightSection={<KeyCap of={keys.main} />}
        >
          {t(busy ? 'diagnosis.running' : 'diagnosis.run')}
        </Button>
        <Text inherit role="status" fw={600}>
          {diagnosis !== undefined && !busy && t(`diagnosis.${sumOf(diagnosis)}`)}
        </Text>
      </Flex>
      <FailureNote of={failure} />
      {diagnosis !== undefined && (
        <ol className={`${checks.list} ${styles.steps}`} aria-busy={busy}>
          {diagnosis.steps.map((step, index) => (
            <Step key={step.step} step={step} number={index + 1} />
          ))}
        </ol>
      )}
      <h2>{t('diagnosis.bundle')}</h2>
      <p className={page.lead}>{t('diagnosis.bundleLead')}</p>
      <BundleSection />
      <LogSection />
    </Page>
  );
}

const icons: Readonly<Record<StepState, typeof IconCircleDashed>> = {
  ok: IconCircleCheckFilled,
  warning: IconAlertTriangleFilled,
  failed: IconAlertOctagonFilled,
  skipped: IconCircleDashed,
};

const tones = { ok: 'good', warning: 'amber', failed: 'red', skipped: 'off' } as const satisfies Record<
  StepState,
  string
>;

function Step({ step, number }: { step: StepResult; number: number }) {
  const { t, language } = useLanguage();
  const Icon = icons[step.state];
  const { says, mend } = describeStep(step, language);
  const way = mends[step.finding]?.page;
  return (
    <li className={`${checks.row} ${styles.step}`} data-state={step.state}>
      <Box component="span" c="dimmed" lh={1.6} aria-hidden>
        {number}
      </Box>
      <Icon size={22} className={`${common.tone} ${checks.icon}`} data-tone={tones[step.state]} aria-hidden />
      <div className={`${checks.text} ${styles.text}`}>
        <h3>{stepName(step.step, language)}</h3>
        <span className="visually-hidden">{stateName(step.state, language)}</span>
        <p>{says}</p>
        {mend !== undefined && <p className={styles.mend}>{mend}</p>}
        {way !== undefined && (
          <Button component="a" variant="default" href={hashOf({ screen: 'settings', page: way })}>
            {t('diagnosis.open', { page: t(`settings.page.${way}`) })}
          </Button>
        )}
      </div>
    </li>
  );
}

function sumOf({ steps }: Diagnosis): 'failed' | 'warned' | 'fine' {
  const has = (wanted: StepState) => steps.some(({ state }) => state === wanted);
  return has('failed') ? 'failed' : has('warning') ? 'warned' : 'fine';
}
