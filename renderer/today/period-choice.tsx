import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Choice } from '../components/choice.tsx';
import { useLanguage } from '../language/language.tsx';
import { moved, type Period, type Span, spans } from '../language/period.ts';
import { hashOf } from '../page/route.ts';
import styles from './today.module.css';

interface PeriodChoiceProps {
  readonly span: Span;
  readonly period: Period;
  readonly today: string;
  onSpan(span: Span): void;
  onPeriod(period: Period): void;
}

export function PeriodChoice({ span, period, today, onSpan, onPeriod }: PeriodChoiceProps) {
  const { t, format, language } = useLanguage();
  const [Before, After] =
    language === 'ar' ? [IconChevronRight, IconChevronLeft] : [IconChevronLeft, IconChevronRight];
  const isNow = period.to >= today;
  const from = format.date(`${period.from}T12:00:00Z`);
  const to = format.date(`${period.to}T12:00:00Z`);
  return (
    <div className={styles.period}>
      <Choice<Span>
        aria-label={t('today.span')}
        value={span}
        data={spans.map((value) => ({ value, label: t(`today.spans.${value}`) }))}
        onChange={onSpan}
      />
      <div className={styles.days}>
        <Button
          variant="default"
          aria-label={t('today.earlier')}
          onClick={() => onPeriod(moved(span, period, -1))}
        >
          <Before size={22} aria-hidden />
        </Button>
        <strong className={styles.dates}>
          {period.from === period.to ? from : t('today.fromTo', { from, to })}
        </strong>
        <Button
          variant="default"
          aria-label={t('today.later')}
          disabled={isNow}
          onClick={() => onPeriod(moved(span, period, 1))}
        >
          <After size={22} aria-hidden />
        </Button>
        <Button component="a" variant="default" href={hashOf({ screen: 'reports', report: 'articles' })}>
          {t('reports.title')}
        </Button>
        <Button component="a" variant="default" href={hashOf({ screen: 'activity' })}>
          {t('activity.title')}
        </Button>
      </div>
    </div>
  );
}
