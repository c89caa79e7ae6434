import { Box, Button, Flex } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Choice } from '../../ui/components/forms/choice.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { moved, type Period, type Span, spans } from '../../ui/language/period.ts';
import { hashOf } from '../../ui/page/route.ts';

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
