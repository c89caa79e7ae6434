import { useLanguage } from '../../ui/language/language.tsx';
import { moved, type Part, type Period, partOver, type Span, samePart } from '../../ui/language/period.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { Figures } from './figures.tsx';
import styles from './today.module.css';

interface ComparisonProps {
  readonly span: Span;
  readonly period: Period;
  readonly today: string;
  readonly hour: number;
}

/** The figures of a period beside those of earlier ones; one in progress is compared up to the last full hour. */
export function Comparison({ span, period, today, hour }: ComparisonProps) {
  const over = partOver(period, today, hour);
  const isOver = over.to === period.to && over.before === 24;
  const hasBegun = over.from < over.to || over.before > 0;
  const earlier = (steps: number): Part | undefined =>
    hasBegun ? samePart(over, period, moved(span, period, steps)) : undefined;
  const figures = useTerminalQuery('takings.figures', { ...period, before: 24 }, { keepsPrevious: true });
  const compared = useTerminalQuery('takings.figures', hasBegun ? over : undefined, { keepsPrevious: true });
  const before = useTerminalQuery('takings.figures', earlier(-1)).data;
  const sameDay = useTerminalQuery('takings.figures', span === 'day' ? earlier(-7) : undefined).data;
  return (
    figures.data && (
      <>
        {!isOver && <InProgress span={span} over={hasBegun ? over : undefined} />}
        <Figures
          figures={figures.data}
          over={hasBegun ? compared.data : undefined}
          before={before}
          sameDay={sameDay}
          span={span}
          isOver={isOver}
        />
      </>
    )
  );
}

function InProgress({ span, over }: { span: Span; over: Part | undefined }) {
  const { t, format } = useLanguage();
  if (over === undefined) return <p className={styles.compared}>{t('today.justBegun')}</p>;
  const date = format.date(`${over.to}T12:00:00Z`);
  const time = `${String(over.before).padStart(2, '0')}:00`;
  return <p className={styles.compared}>{t(`today.compared.${span}`, { date, time })}</p>;
}
