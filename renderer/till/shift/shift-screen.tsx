import { useState } from 'react';
import type { ClosedShift } from '../../../shared/contract/till/shifts.ts';
import work from '../../ui/components/layout/work-screen.module.css';
import { LoadError } from '../../ui/components/load-error.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { go } from '../../ui/page/route.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { ClosedReport } from './closed-report.tsx';
import { NoShift } from './no-shift.tsx';
import { OpenShift } from './open-shift.tsx';

export function ShiftScreen({ isManager, number }: { isManager: boolean; number: number | undefined }) {
  const { t } = useLanguage();
  const { data, error } = useTerminalQuery('shift.current', {});
  const [closed, setClosed] = useState<ClosedShift>();
  const wanted = useClosedShift(isManager ? number : undefined);
  return (
    <main className={work.screen}>
      <h1 className="visually-hidden">{t('shift.title')}</h1>
      {error && <LoadError error={error} />}
      {wanted !== undefined ? (
        <ClosedReport closed={wanted} onDone={() => go({ screen: 'shift' })} />
      ) : closed !== undefined ? (
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

function useClosedShift(number: number | undefined): ClosedShift | undefined {
  const asked = number === undefined ? undefined : { before: number + 1, limit: 1 };
  const found = useTerminalQuery('shift.list', asked).data?.shifts[0];
  return found?.number === number ? found : undefined;
}
