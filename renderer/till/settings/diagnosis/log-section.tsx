import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { type LogLevel, type LogLine, logLevels } from '../../../../shared/contract/terminal/log.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import common from '../../../ui/components/common.module.css';
import { SelectField } from '../../../ui/components/forms/select-field.tsx';
import page from '../../../ui/components/layout/page.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalPages } from '../../../ui/terminal/use-terminal-query.ts';
import styles from './log-section.module.css';

export function LogSection() {
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
