import { Text } from '@mantine/core';
import common from '../../ui/components/common.module.css';
import { Toggle } from '../../ui/components/forms/toggle.tsx';
import { Collapsible } from '../../ui/components/layout/collapsible.tsx';
import list from '../../ui/components/tables/list.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { Difference } from './closed-report.tsx';
import { ReportFigures } from './report-figures.tsx';

export function ClosedShifts({ isRequired }: { isRequired: boolean }) {
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
