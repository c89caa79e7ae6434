import { Button, Flex, Stack } from '@mantine/core';
import { useState } from 'react';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { type ReportKind, reportFormats, reportKinds } from '../../../shared/contract/till/reports.ts';
import common from '../../ui/components/common.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import page from '../../ui/components/layout/page.module.css';
import { LoadError } from '../../ui/components/load-error.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { ExportButtons } from '../../ui/components/tables/table-files.tsx';
import { riyadhDateAndTime } from '../../ui/language/format.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { periodOf } from '../../ui/language/period.ts';
import { readDays } from '../../ui/language/read-days.ts';
import { go, hashOf } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { DayChips, ofReports } from '../invoices/day-chips.tsx';
import { DaysFields } from '../invoices/days-fields.tsx';
import { ReportTable } from './report-table.tsx';
import styles from './reports.module.css';
import { VatDocuments } from './vat-documents.tsx';

export function ReportsScreen({ report, status }: { report: ReportKind; status: TerminalStatus }) {
  const { t } = useLanguage();
  const [days, setDays] = useState(() => ({ ...periodOf('month', riyadhDateAndTime(status.now).date) }));
  const period = readDays(days);
  const { data, error } = useTerminalQuery('report.get', period && { report, ...period });
  return (
    <main className={page.page}>
      <Stack className={page.inner} gap="md" maw="90rem">
        <Flex align="center" justify="space-between" gap="md">
          <h1 className={common.heading}>{t('reports.title')}</h1>
          <div className={common.buttons}>
            <Button component="a" variant="default" href={hashOf({ screen: 'month' })}>
              {t('month.title')}
            </Button>
            <Button component="a" variant="default" href={hashOf({ screen: 'activity' })}>
              {t('activity.title')}
            </Button>
            <Button component="a" variant="default" href={hashOf({ screen: 'today' })}>
              {t('reports.toToday')}
            </Button>
          </div>
        </Flex>
        <div className={styles.choice}>
          <SelectField
            id="report"
            label={t('reports.report')}
            value={report}
            options={reportKinds.map((value) => ({ value, label: t(`reports.kinds.${value}`) }))}
            onChange={(next) => go({ screen: 'reports', report: next })}
          />
          <DaysFields id="report" days={days} onDays={setDays} />
        </div>
        <DayChips offered={ofReports} days={days} onDays={(next) => next.from !== '' && setDays(next)} />
        {period === undefined && <Note tone="amber">{t('reports.wrongDays')}</Note>}
        {error && <LoadError error={error} />}
        {data?.isComplete === false && <Note tone="amber">{t('today.adding')}</Note>}
        {period && <Files report={report} {...period} />}
        {data && <ReportTable key={report} report={report} {...data} />}
        {report === 'vatReturn' && <p className={common.remark}>{t('reports.vatReturn')}</p>}
        {report === 'vatReturn' && data && period && (
          <VatDocuments
            key={`${period.from} ${period.to}`}
            {...period}
            lines={data.rows.map(([cell]) => String(cell))}
          />
        )}
        {isOfSales(report) && <p className={common.remark}>{t('reports.withVat')}</p>}
      </Stack>
    </main>
  );
}

const isOfSales = (report: ReportKind) => ['articles', 'groups', 'hours', 'people'].includes(report);

function Files(about: { report: ReportKind; from: string; to: string }) {
  const { language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('report.export');
  return (
    <ExportButtons
      formats={reportFormats}
      busy={busy}
      failure={failure}
      make={(format) => run({ ...about, format, language })}
    />
  );
}
