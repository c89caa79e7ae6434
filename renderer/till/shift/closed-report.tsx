import { Box } from '@mantine/core';
import type { ClosedShift, ShiftReport } from '../../../shared/contract/till/shifts.ts';
import work from '../../ui/components/layout/work-screen.module.css';
import { Note } from '../../ui/components/marks/note.tsx';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { ReportFigures } from './report-figures.tsx';
import styles from './shift-screen.module.css';

export function ClosedReport({ closed, onDone }: { closed: ClosedShift; onDone(): void }) {
  const { t, format } = useLanguage();
  useKeys({ [keys.main]: onDone, [keys.back]: onDone });
  return (
    <>
      <div className={`${work.entry} ${styles.entry}`}>
        <Box component="h2" m="0 0 0.25rem" fz="1.5rem" fw={600} lh={1.35}>
          {t('shift.closed', { number: format.count(closed.number) })}
        </Box>
        <Difference cash={closed.report.cash} />
        <ReportFigures report={closed.report} hash={closed.hash} />
      </div>
      <aside className={`${work.panel} ${styles.panel}`}>
        <div className={`${work.trouble} ${styles.trouble}`} />
        <MainAction onClick={onDone}>{t('app.done')}</MainAction>
      </aside>
    </>
  );
}

export function Difference({ cash: { difference } }: Pick<ShiftReport, 'cash'>) {
  const { t, format } = useLanguage();
  if (difference === undefined) return <Note tone="amber">{t('shift.notCounted')}</Note>;
  if (difference === 0) return <StateMark tone="good">{t('shift.exact')}</StateMark>;
  const amount = `${format.money(Math.abs(difference))} ${format.currency('SAR')}`;
  return <Note tone="amber">{t(difference > 0 ? 'shift.over' : 'shift.short', { amount })}</Note>;
}
