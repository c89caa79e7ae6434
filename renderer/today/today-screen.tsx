import { useEffect, useState } from 'react';
import type { QueryName } from '../../shared/contract/effects.ts';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import { GuideCards } from '../components/guide-cards.tsx';
import { LoadError } from '../components/load-error.tsx';
import { Note } from '../components/note.tsx';
import page from '../components/page.module.css';
import { riyadhDateAndTime } from '../language/format.ts';
import { useLanguage } from '../language/language.tsx';
import { type Period, periodOf, type Span } from '../language/period.ts';
import { useNow } from '../terminal/use-now.ts';
import { useTerminal } from '../terminal/use-terminal.ts';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';
import { BackupAge } from './backup-age.tsx';
import { Comparison } from './comparison.tsx';
import { NeedsYou } from './needs-you.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { Tables } from './tables.tsx';
import styles from './today.module.css';

/** The takings of today or of any other time, and everything that needs a manager. */
export function TodayScreen({ status }: { status: TerminalStatus }) {
  const { t } = useLanguage();
  const now = useNow(status.now);
  const { date: today, time } = riyadhDateAndTime(new Date(now).toISOString());
  const [span, setSpan] = useState<Span>('day');
  // Undefined follows the calendar: a screen left open over night shows the new day.
  const [chosen, setChosen] = useState<Period>();
  const period = chosen ?? periodOf(span, today);
  const taken = useTerminalQuery('takings.get', { ...period }, { keepsPrevious: true });
  useCatchingUp(taken.data?.isComplete === false);

  return (
    <main className={page.page}>
      <div className={`${page.inner} ${styles.inner}`}>
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
        {taken.error && <LoadError error={taken.error} />}
        {taken.data?.isComplete === false && <Note tone="amber">{t('today.adding')}</Note>}
        {taken.data && (
          <>
            <Comparison span={span} period={period} today={today} hour={Number(time.slice(0, 2))} />
            <Tables taken={taken.data} span={span} period={period} />
          </>
        )}
      </div>
    </main>
  );
}

/** Milliseconds between two readings while documents are being added up, of which no event tells. */
const catchUpEvery = 1_000;

function useCatchingUp(isBehind: boolean): void {
  const { queries } = useTerminal();
  useEffect(() => {
    if (!isBehind) return;
    const readAnew = () => {
      for (const name of ['takings.get', 'takings.figures'] satisfies QueryName[])
        void queries.invalidateQueries({ queryKey: [name] });
    };
    const timer = setInterval(readAnew, catchUpEvery);
    return () => clearInterval(timer);
  }, [isBehind, queries]);
}
