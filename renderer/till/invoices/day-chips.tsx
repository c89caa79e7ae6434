import { Flex, UnstyledButton } from '@mantine/core';
import common from '../../ui/components/common.module.css';
import { riyadhDateAndTime } from '../../ui/language/format.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { moved, periodOf, plusDays } from '../../ui/language/period.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import styles from './day-chips.module.css';

const ofLists = ['today', 'yesterday', 'thisWeek', 'thisMonth'] as const;
export const ofReports = [...ofLists, 'lastMonth', 'lastQuarter'] as const;

interface DayChipsProps {
  readonly offered?: typeof ofLists | typeof ofReports;
  readonly days: { readonly from: string; readonly to: string };
  onDays(days: { from: string; to: string }): void;
}

/** Days by one press; pressing the chosen ones again shows all days. */
export function DayChips({ offered = ofLists, days, onDays }: DayChipsProps) {
  const { t } = useLanguage();
  const now = useStatus()?.now;
  if (now === undefined) return null;
  const today = riyadhDateAndTime(now).date;
  const chips = {
    today: { from: today, to: today },
    yesterday: { from: plusDays(today, -1), to: plusDays(today, -1) },
    thisWeek: periodOf('week', today),
    thisMonth: periodOf('month', today),
    lastMonth: moved('month', periodOf('month', today), -1),
    lastQuarter: moved('quarter', periodOf('quarter', today), -1),
  };
  return (
    <Flex component="fieldset" wrap="wrap" gap="0.5rem" m={0} p={0} bd={0} aria-label={t('invoices.days')}>
      {offered.map((name) => {
        const { from, to } = chips[name];
        const isChosen = days.from === from && days.to === to;
        return (
          <UnstyledButton
            key={name}
            className={`${common.pressed} ${styles.chip}`}
            aria-pressed={isChosen}
            onClick={() => onDays(isChosen ? { from: '', to: '' } : { from, to })}
          >
            {t(`invoices.${name}`)}
          </UnstyledButton>
        );
      })}
    </Flex>
  );
}
