import { Box, Button, Flex, Text } from '@mantine/core';
import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import { type LogLevel, type LogLine, logLevels } from '../../../../shared/contract/terminal/log.ts';
import { type Diagnosis, mends, type StepResult, type StepState } from '../../../../shared/diagnosis.ts';
import { describeStep, stateName, stepName } from '../../../../shared/words/faults/diagnosis.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import common from '../../../ui/components/common.module.css';
import checks from '../../../ui/components/forms/check-list.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import { SelectField } from '../../../ui/components/forms/select-field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import page from '../../../ui/components/layout/page.module.css';
import { Page } from '../../../ui/components/layout/page.tsx';
import section from '../../../ui/components/layout/page-section.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { OpenToAll } from '../../../ui/components/marks/open-to-all.tsx';
import { KeyCap } from '../../../ui/components/press/key-cap.tsx';
import { describeWriting } from '../../../ui/language/describe-writing.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { keys, useKeys } from '../../../ui/page/keys.ts';
import { hashOf } from '../../../ui/page/route.ts';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalPages } from '../../../ui/terminal/use-terminal-query.ts';
import folders from '../folder-choice.module.css';
import maintenance from '../maintenance/maintenance-page.module.css';
import styles from './diagnosis-page.module.css';

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
    <Page title={t('settings.page.diagnosis')} lead={t('diagnosis.lead')}>
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

function LogSection() {
  const { t } = useLanguage();
  const [level, setLevel] = useState<LogLevel>('warning');
  return (
    <section aria-label={t('diagnosis.log')}>
      <h2>{t('diagnosis.log')}</h2>
      <p className={page.lead}>{t('diagnosis.logLead')}</p>
      <Box maw="20rem" mb="sm">
        <SelectField
          label={t('diagnosis.logShow')}
          value={level}
          options={logLevels.map((value) => ({ value, label: t(`diagnosis.logLevels.${value}`) }))}
          onChange={setLevel}
        />
      </Box>
      <Lines key={level} level={level} />
    </section>
  );
}

function Lines({ level }: { level: LogLevel }) {
  const { t } = useLanguage();
  const { data, hasNextPage, fetchNextPage } = useTerminalPages(
    'log.list',
    { level },
    ({ lines, hasMore }) => (hasMore ? lines.at(-1)?.at : undefined),
  );
  if (data === undefined) return null;
  const lines = data.pages.flatMap((one) => one.lines);
  if (lines.length === 0) return <p role="status">{t('diagnosis.logNone')}</p>;
  return (
    <>
      <ol className={styles.list}>
        {keyed(lines).map(([key, line]) => (
          <Line key={key} line={line} />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" onClick={() => void fetchNextPage()}>
          {t('diagnosis.logOlder')}
        </Button>
      )}
    </>
  );
}

/** Returns keys that stay with the lines when newer ones arrive. Equal lines are counted. */
function keyed(lines: readonly LogLine[]): [key: string, line: LogLine][] {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const text = JSON.stringify(line);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return [`${count} ${text}`, line];
  });
}

function Line({ line }: { line: LogLine }) {
  const { t, language, format, words } = useLanguage();
  const { at, level, message, environment, failure, detail } = line;
  const rest = [failure, detail].filter(Boolean).join(' ');
  return (
    <li className={styles.line} data-level={level}>
      <Box component="span" c="dimmed">
        {format.dateTime(at)}
      </Box>
      <div>
        <span className={styles.mark}>{t(`diagnosis.logMarks.${level}`)}</span>
        {' · '}
        {message === undefined ? t('diagnosis.logOther') : t(`diagnosis.logMessages.${message}`)}
        {environment && ` · ${words.environments[environment]}`}
        {failure && <div>{describeFailure({ code: failure }, language)}</div>}
        {rest !== '' && (
          <details>
            <summary>{t('diagnosis.logDetail')}</summary>
            <Box dir="ltr" className={common.wrap} ff="monospace" c="dimmed">
              {rest}
            </Box>
          </details>
        )}
      </div>
    </li>
  );
}

function BundleSection() {
  const { t, words, language } = useLanguage();
  const { run, busy } = useTerminalCommand('diagnosis.bundle');
  const [done, setDone] = useState<CommandOutput<'diagnosis.bundle'>>();
  const form = useForm({
    id: 'bundle',
    initial: { folder: '' },
    check: ({ folder }) => ({ folder: folder.trim() === '' ? words.issues.blank : undefined }),
    send: ({ folder }) => run({ folder: folder.trim() }),
    onDone: setDone,
  });
  return (
    <form className={`${section.section} ${maintenance.section}`} onSubmit={form.onSubmit} noValidate>
      <div className={folders.folder}>
        <Field {...form.text('folder')} dir="ltr" label={t('month.folder')} maxLength={1000} />
        <Button type="submit" variant="default" aria-disabled={busy}>
          {t(busy ? 'diagnosis.writing' : 'diagnosis.write')}
        </Button>
      </div>
      <Box component="p" role="status" className={common.wrap} miw={0}>
        {done && form.isSaved && t('diagnosis.written', { file: `\u2068${done.file}\u2069` })}
      </Box>
      {done && form.isSaved && <OpenToAll of={done} />}
      {form.failure && <Note tone="red">{describeWriting(form.failure, t, language)}</Note>}
    </form>
  );
}
