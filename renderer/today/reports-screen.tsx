import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type ReportFormat,
  type ReportKind,
  reportFormats,
  reportKinds,
} from '../../shared/contract/reports.ts';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import { DayField } from '../components/day-field.tsx';
import { LoadError } from '../components/load-error.tsx';
import { Note } from '../components/note.tsx';
import page from '../components/page.module.css';
import { fileTypes, saveFile } from '../components/save-file.ts';
import { SelectField } from '../components/select-field.tsx';
import { DayChips, ofReports } from '../invoices/day-chips.tsx';
import { riyadhDateAndTime } from '../language/format.ts';
import { useLanguage } from '../language/language.tsx';
import { periodOf } from '../language/period.ts';
import { readDays } from '../language/read-days.ts';
import { useFailureWords } from '../language/use-failure-words.ts';
import { go, hashOf } from '../page/route.ts';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';
import { ReportTable } from './report-table.tsx';
import styles from './reports.module.css';
import { VatDocuments } from './vat-documents.tsx';

export interface ReportsScreenProps {
  readonly report: ReportKind;
  readonly status: TerminalStatus;
}

/** One report of any days, on the screen and as a file. */
export function ReportsScreen({ report, status }: ReportsScreenProps) {
  const { t } = useLanguage();
  const [days, setDays] = useState(() => ({ ...periodOf('month', riyadhDateAndTime(status.now).date) }));
  const period = readDays(days);
  const { data, error } = useTerminalQuery('report.get', period && { report, ...period });
  const day = (name: 'from' | 'to') => ({
    id: `report-${name}`,
    label: t(`search.${name}`),
    value: days[name],
    error: undefined,
    onText: (text: string) => setDays({ ...days, [name]: text }),
  });
  return (
    <main className={page.page}>
      <div className={`${page.inner} ${styles.inner}`}>
        <div className={styles.head}>
          <h1>{t('reports.title')}</h1>
          <div className={page.buttons}>
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
        </div>
        <div className={styles.choice}>
          <SelectField
            id="report"
            label={t('reports.report')}
            value={report}
            options={reportKinds.map((value) => ({ value, label: t(`reports.kinds.${value}`) }))}
            onChange={(next) => go({ screen: 'reports', report: next })}
          />
          <DayField {...day('from')} />
          <DayField {...day('to')} />
        </div>
        <DayChips offered={ofReports} days={days} onDays={(next) => next.from !== '' && setDays(next)} />
        {period === undefined && <Note tone="amber">{t('reports.wrongDays')}</Note>}
        {error && <LoadError error={error} />}
        {data?.isComplete === false && <Note tone="amber">{t('today.adding')}</Note>}
        {period && <Files report={report} {...period} />}
        {data && <ReportTable key={report} report={report} {...data} />}
        {report === 'vatReturn' && <p className={styles.soft}>{t('reports.vatReturn')}</p>}
        {report === 'vatReturn' && data && period && (
          <VatDocuments
            key={`${period.from} ${period.to}`}
            {...period}
            lines={data.rows.map(([cell]) => String(cell))}
          />
        )}
        {isOfSales(report) && <p className={styles.soft}>{t('reports.withVat')}</p>}
      </div>
    </main>
  );
}

const isOfSales = (report: ReportKind) => ['articles', 'groups', 'hours', 'people'].includes(report);

function Files(about: { report: ReportKind; from: string; to: string }) {
  const { t, language } = useLanguage();
  const { say } = useFailureWords();
  const { run, busy, failure } = useTerminalCommand('report.export');
  const save = async (format: ReportFormat) => {
    const made = await run({ ...about, format, language });
    if (made?.ok !== true) return;
    const bytes = Uint8Array.from(atob(made.value.base64), (character) => character.charCodeAt(0));
    saveFile(made.value.fileName, bytes, fileTypes[format]);
  };
  return (
    <>
      {failure && <Note tone="red">{say(failure)}</Note>}
      <div className={page.buttons}>
        {reportFormats.map((format) => (
          <Button key={format} variant="default" aria-disabled={busy} onClick={() => void save(format)}>
            {t('reports.exportAs', { format: format.toUpperCase() })}
          </Button>
        ))}
      </div>
    </>
  );
}
