import { useEffect, useState } from 'react';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import { LoadError } from '../components/load-error.tsx';
import { Note } from '../components/note.tsx';
import page from '../components/page.module.css';
import { riyadhDateAndTime } from '../language/format.ts';
import { useLanguage } from '../language/language.tsx';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';
import { Figures } from './figures.tsx';
import { NeedsYou } from './needs-you.tsx';
import { moved, type Period, periodOf, type Span } from './period.ts';
import { PeriodChoice } from './period-choice.tsx';
import { Tables } from './tables.tsx';
import styles from './today.module.css';

/** The takings of today or of any other time, and everything that needs a manager. */
export function TodayScreen({ status }: { status: TerminalStatus }) {
  const { t } = useLanguage();
  const today = riyadhDateAndTime(status.now).date;
  const [span, setSpan] = useState<Span>('day');
  // Undefined follows the calendar: a screen left open over night shows the new day.
  const [chosen, setChosen] = useState<Period>();
  const period = chosen ?? periodOf(span, today);
  const taken = useTerminalQuery('takings.get', { ...period }, { keepsPrevious: true });
  const before = useTerminalQuery('takings.get', { ...moved(span, period, -1) }).data;
  const weekBefore = span === 'day' ? { ...moved(span, period, -7) } : undefined;
  const sameDay = useTerminalQuery('takings.get', weekBefore).data;
  useCatchingUp(taken);

  return (
    <main className={page.page}>
      <div className={`${page.inner} ${styles.inner}`}>
        <h1 className="visually-hidden">{t('today.title')}</h1>
        <NeedsYou alarms={status.alarms} />
        <PeriodChoice
          {...{ span, period, today }}
          onSpan={(next) => {
            setSpan(next);
            setChosen(undefined);
          }}
          onPeriod={(next) => setChosen(next.to >= today ? undefined : next)}
        />
        {taken.error && <LoadError error={taken.error} />}
        {taken.data?.isComplete === false && <Note tone="amber">{t('today.adding')}</Note>}
        {taken.data && (
          <>
            <Figures taken={taken.data} before={before} sameDay={sameDay} span={span} />
            <Tables taken={taken.data} span={span} />
          </>
        )}
      </div>
    </main>
  );
}

/** Milliseconds between two readings while documents are being added up, of which no event tells. */
const catchUpEvery = 1_000;

function useCatchingUp({ data, refetch }: ReturnType<typeof useTerminalQuery<'takings.get'>>): void {
  const isBehind = data?.isComplete === false;
  useEffect(() => {
    if (!isBehind) return;
    const timer = setInterval(() => void refetch(), catchUpEvery);
    return () => clearInterval(timer);
  }, [isBehind, refetch]);
}
