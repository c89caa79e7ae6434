import { Box, Button, Flex, Stack } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { QueryName } from '../../../shared/contract/effects.ts';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import common from '../../ui/components/common.module.css';
import { FirstDay } from '../../ui/components/first-day.tsx';
import { Choice } from '../../ui/components/forms/choice.tsx';
import page from '../../ui/components/layout/page.module.css';
import { LoadError } from '../../ui/components/load-error.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import { riyadhDateAndTime } from '../../ui/language/format.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import {
  moved,
  type Part,
  type Period,
  partOver,
  periodOf,
  type Span,
  samePart,
  spans,
} from '../../ui/language/period.ts';
import { hashOf } from '../../ui/page/route.ts';
import { useNow } from '../../ui/terminal/use-now.ts';
import { useRereading } from '../../ui/terminal/use-rereading.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { FixAction } from '../alarms/fix-action.tsx';
import { Figures } from './figures.tsx';
import { NeedsYou } from './needs-you.tsx';
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
        <FirstDay />
        <NeedsYou status={status} />
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

const day = 24 * 60 * 60 * 1000;
/** The number of days after which a backup is old: one is made each day. */
const old = 2;

/** The age of the last backup in a sentence, with a link to the backups. @param now milliseconds since 1970 */
function BackupAge({ now }: { readonly now: number }) {
  return (
    <Flex component="p" wrap="wrap" align="center" gap="0.5rem 1.5rem" m={0}>
      <Age now={now} />
      <FixAction fix="backups" />
    </Flex>
  );
}

function Age({ now }: { readonly now: number }) {
  const { t, format } = useLanguage();
  const backups = useTerminalQuery('maintenance.backups', {}).data;
  if (backups === undefined) return null;
  const { last, failingSince } = backups;
  if (failingSince !== undefined)
    return (
      <StateMark tone="amber">{t('backups.age.failing', { since: format.dateTime(failingSince) })}</StateMark>
    );
  if (last === undefined) return <StateMark tone="off">{t('backups.age.none')}</StateMark>;
  const days = Math.max(0, Math.floor((now - Date.parse(last.at)) / day));
  return (
    <StateMark tone={days < old ? 'good' : 'amber'}>
      {days === 0
        ? t('backups.age.fresh', { at: format.dateTime(last.at) })
        : t('backups.age.old', { count: days })}
    </StateMark>
  );
}

interface ComparisonProps {
  readonly span: Span;
  readonly period: Period;
  readonly today: string;
  readonly hour: number;
}

/** The figures of a period beside those of earlier ones; one in progress is compared up to the last full hour. */
function Comparison({ span, period, today, hour }: ComparisonProps) {
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
  if (over === undefined) return <p className={common.remark}>{t('today.justBegun')}</p>;
  const date = format.date(`${over.to}T12:00:00Z`);
  const time = `${String(over.before).padStart(2, '0')}:00`;
  return <p className={common.remark}>{t(`today.compared.${span}`, { date, time })}</p>;
}

interface PeriodChoiceProps {
  readonly span: Span;
  readonly period: Period;
  readonly today: string;
  onSpan(span: Span): void;
  onPeriod(period: Period): void;
}

function PeriodChoice({ span, period, today, onSpan, onPeriod }: PeriodChoiceProps) {
  const { t, format, language } = useLanguage();
  const [Before, After] =
    language === 'ar' ? [IconChevronRight, IconChevronLeft] : [IconChevronLeft, IconChevronRight];
  const isNow = period.to >= today;
  const from = format.date(`${period.from}T12:00:00Z`);
  const to = format.date(`${period.to}T12:00:00Z`);
  return (
    <Flex wrap="wrap" align="end" justify="space-between" gap="md">
      <Choice<Span>
        aria-label={t('today.span')}
        value={span}
        data={spans.map((value) => ({ value, label: t(`today.spans.${value}`) }))}
        onChange={onSpan}
      />
      <Flex align="center" gap="sm">
        <Button
          variant="default"
          aria-label={t('today.earlier')}
          onClick={() => onPeriod(moved(span, period, -1))}
        >
          <Before size={22} aria-hidden />
        </Button>
        <Box component="strong" miw="9rem" ta="center">
          {period.from === period.to ? from : t('today.fromTo', { from, to })}
        </Box>
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
      </Flex>
    </Flex>
  );
}
