import { Box, Text } from '@mantine/core';
import { useState } from 'react';
import type { ClosedShift, ShiftReport } from '../../../shared/contract/till/shifts.ts';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import { Toggle } from '../../ui/components/forms/toggle.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { Collapsible } from '../../ui/components/layout/collapsible.tsx';
import work from '../../ui/components/layout/work-screen.module.css';
import { LoadError } from '../../ui/components/load-error.tsx';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import { PadDock } from '../../ui/components/pad/pad-dock.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import list from '../../ui/components/tables/list.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { readAmount } from '../../ui/language/read-amount.ts';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { go } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { OpenShift } from './open-shift.tsx';
import { leave, padded } from './padded-fields.ts';
import { ReportFigures } from './report-figures.tsx';
import styles from './shift-screen.module.css';

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
  const request = number === undefined ? undefined : { before: number + 1, limit: 1 };
  const found = useTerminalQuery('shift.list', request).data?.shifts[0];
  return found?.number === number ? found : undefined;
}

function NoShift({ isRequired, isManager }: { isRequired: boolean; isManager: boolean }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('shift.open');
  // Pressing again must not open a second shift.
  const [id] = useState(() => crypto.randomUUID());
  const form = useForm({
    id: 'shift',
    initial: { float: '' },
    check: ({ float }) => ({ float: readAmount(float) === undefined ? t('shift.notAmount') : undefined }),
    send: ({ float }) => run({ id, float: readAmount(float) ?? 0 }),
  });
  useKeys({ [keys.main]: () => void form.submit() });
  return (
    <>
      <div className={work.work}>
        <div className={`${work.entry} ${styles.entry}`}>
          <div>
            <Box component="h2" m="0 0 0.25rem" fz="1.5rem" fw={600} lh={1.35}>
              {t('shift.none')}
            </Box>
            <Text inherit maw="40rem" lh={1.6} c="dimmed" mb="sm">
              {t('shift.noneText')}
            </Text>
            {isRequired && <Note tone="amber">{t('shift.required')}</Note>}
          </div>
          <form className={styles.float} onSubmit={form.onSubmit} noValidate>
            <Field {...form.text('float')} amount autoFocus label={t('shift.float')} placeholder="0.00" />
          </form>
          {isManager && <ClosedShifts isRequired={isRequired} />}
        </div>
        <PadDock fields={padded} onDone={leave} />
      </div>
      <aside className={`${work.panel} ${styles.panel}`}>
        <div className={`${work.trouble} ${styles.trouble}`}>
          <FailureNote of={form.failure} />
        </div>
        <MainAction disabled={busy} onClick={() => void form.submit()}>
          {t('shift.open')}
        </MainAction>
      </aside>
    </>
  );
}

function ClosedShifts({ isRequired }: { isRequired: boolean }) {
  const { t, format } = useLanguage();
  const { data } = useTerminalQuery('shift.list', {});
  const require = useTerminalCommand('shift.setRequired');
  return (
    <section>
      <Toggle
        label={t('shift.requiredLabel')}
        text={t('shift.requiredText')}
        checked={isRequired}
        busy={require.busy}
        onChange={(checked) => void require.run({ isRequired: checked })}
      />
      <h3 className={common.subtitle}>{t('shift.reports')}</h3>
      {data?.shifts.length === 0 && (
        <Text inherit maw="40rem" lh={1.6} c="dimmed" mb="sm">
          {t('shift.noReports')}
        </Text>
      )}
      <ul className={list.list}>
        {data?.shifts.map((closed) => (
          <li key={closed.number}>
            <Collapsible
              title={`${t('shift.number', { number: format.count(closed.number) })} · ${format.dateTime(closed.closedAt)}`}
            >
              <Difference cash={closed.report.cash} />
              <ReportFigures report={closed.report} hash={closed.hash} />
            </Collapsible>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ClosedReport({ closed, onDone }: { closed: ClosedShift; onDone(): void }) {
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

function Difference({ cash: { difference } }: Pick<ShiftReport, 'cash'>) {
  const { t, format } = useLanguage();
  if (difference === undefined) return <Note tone="amber">{t('shift.notCounted')}</Note>;
  if (difference === 0) return <StateMark tone="good">{t('shift.exact')}</StateMark>;
  const amount = `${format.money(Math.abs(difference))} ${format.currency('SAR')}`;
  return <Note tone="amber">{t(difference > 0 ? 'shift.over' : 'shift.short', { amount })}</Note>;
}
