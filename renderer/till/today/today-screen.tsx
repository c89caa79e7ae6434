import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { QueryName } from '../../../shared/contract/effects.ts';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { GuideCards } from '../../ui/components/layout/guide-cards.tsx';
import page from '../../ui/components/layout/page.module.css';
import { LoadError } from '../../ui/components/load-error.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { riyadhDateAndTime } from '../../ui/language/format.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { type Period, periodOf, type Span } from '../../ui/language/period.ts';
import { useNow } from '../../ui/terminal/use-now.ts';
import { useRereading } from '../../ui/terminal/use-rereading.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { BackupAge } from './backup-age.tsx';
import { Comparison } from './comparison.tsx';
import { NeedsYou } from './needs-you.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { Takings } from './takings.tsx';

/** The sums that are read again while documents are being added up, which no event reports. */
const added: readonly QueryName[] = ['takings.get', 'takings.figures'];
const catchUpEvery = 1_000;

export function TodayScreen({ status }: { status: TerminalStatus }) {
  const { t } = useLanguage();
  const now = useNow(status.now);
  const { date: today, time } = riyadhDateAndTime(new Date(now).toISOString());
  const [span, setSpan] = useState<Span>('day');
  // undefined means the present day, so that a screen left open overnight shows the new day.
  const [chosen, setChosen] = useState<Period>();
  const period = chosen ?? periodOf(span, today);
  const { taken, error, of } = useTakings(span, period);
  useRereading(added, taken?.isComplete === false ? catchUpEvery : undefined);

  return (
    <main className={page.page}>
      <Stack className={page.inner} gap="1.5rem" maw="90rem">
        <h1 className="visually-hidden">{t('today.title')}</h1>
        {status.issued === 0 && <GuideCards />}
        <NeedsYou status={status} now={now} />
        <BackupAge now={now} />
        <PeriodChoice
          span={span}
          period={period}
          today={today}
          onSpan={(next) => {
            setSpan(next);
            setChosen(undefined);
          }}
          onPeriod={(next) => setChosen(next.to >= today ? undefined : next)}
        />
        {error && <LoadError error={error} />}
        {taken?.isComplete === false && <Note tone="amber">{t('today.adding')}</Note>}
        {taken && (
          <>
            <Comparison {...of} today={today} hour={Number(time.slice(0, 2))} />
            <Takings {...of} taken={taken} />
          </>
        )}
      </Stack>
    </main>
  );
}

/** Returns the takings with their period: those of the last one stay until the chosen ones have arrived. */
function useTakings(span: Span, period: Period) {
  const answer = useTerminalQuery('takings.get', { ...period }, { keepsPrevious: true });
  const { data: taken, error, isPlaceholderData } = answer;
  const [last, setLast] = useState({ span, period });
  const isLast = last.span === span && last.period.from === period.from && last.period.to === period.to;
  if (taken && !isPlaceholderData && !isLast) setLast({ span, period });
  return { taken, error, of: isPlaceholderData ? last : { span, period } };
}
