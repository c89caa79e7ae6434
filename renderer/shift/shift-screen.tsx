import { useState } from 'react';
import type { ClosedShift } from '../../shared/contract/shifts.ts';
import { LoadError } from '../components/load-error.tsx';
import { useLanguage } from '../language/language.tsx';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';
import { ClosedReport } from './closed-report.tsx';
import { NoShift } from './no-shift.tsx';
import { OpenShift } from './open-shift.tsx';
import styles from './shift-screen.module.css';

/** The cash drawer: opens a shift, moves cash, counts and closes. */
export function ShiftScreen({ isManager }: { isManager: boolean }) {
  const { t } = useLanguage();
  const { data, error } = useTerminalQuery('shift.current', {});
  const [closed, setClosed] = useState<ClosedShift>();
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden">{t('shift.title')}</h1>
      {error && <LoadError error={error} />}
      {closed !== undefined ? (
        <ClosedReport closed={closed} onDone={() => setClosed(undefined)} />
      ) : data?.shift !== undefined ? (
        <OpenShift
          key={data.shift.number}
          shift={data.shift}
          isManager={isManager}
          onClosed={(report) => setClosed(report)}
        />
      ) : (
        data && <NoShift isRequired={data.isRequired} isManager={isManager} />
      )}
    </main>
  );
}
