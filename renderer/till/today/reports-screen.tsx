import { Button, Flex, Stack } from '@mantine/core';
import { useState } from 'react';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { type ReportKind, reportFormats, reportKinds } from '../../../shared/contract/till/reports.ts';
import { readVatLine, reasonWords } from '../../../shared/sale/vat-box.ts';
import common from '../../ui/components/common.module.css';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import page from '../../ui/components/layout/page.module.css';
import { LoadError } from '../../ui/components/load-error.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { ExportButtons } from '../../ui/components/tables/table-files.tsx';
import { TableHead } from '../../ui/components/tables/table-head.tsx';
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

interface VatDocumentsProps {
  readonly from: string;
  readonly to: string;
  /** The lines of the return, as their first cells. */
  readonly lines: readonly string[];
}

function VatDocuments({ from, to, lines }: VatDocumentsProps) {
  const { t, language } = useLanguage();
  const [box, setBox] = useState('standard');
  // The counters after which the pages so far begin.
  const [starts, setStarts] = useState<readonly number[]>([]);
  const after = starts.at(-1);
  const request = { from, to, box, ...(after !== undefined && { after }) };
  const { data, error } = useTerminalQuery('report.vatDocuments', request, { keepsPrevious: true });
  const options = lines.map((value) => {
    const line = readVatLine(value);
    return {
      value,
      label: t(`reports.boxes.${line.box}`, { detail: reasonWords(line.detail, language) }),
    };
  });
  const next = data?.next;
  return (
    <>
      <SelectField
        id="vat-box"
        label={t('reports.documentsOf')}
        value={box}
        options={options}
        onChange={(chosen) => {
          setBox(chosen);
          setStarts([]);
        }}
      />
      {error && <LoadError error={error} />}
      {data && data.documents.length > 0 && <Documents documents={data.documents} />}
      {data?.documents.length === 0 && next === undefined && (
        <p className={common.remark}>{t('reports.none')}</p>
      )}
      <div className={common.buttons}>
        {starts.length > 0 && (
          <Button variant="default" onClick={() => setStarts(starts.slice(0, -1))}>
            {t('reports.pageBefore')}
          </Button>
        )}
        {next !== undefined && (
          <Button variant="default" onClick={() => setStarts([...starts, next])}>
            {t('reports.pageAfter')}
          </Button>
        )}
      </div>
    </>
  );
}

type Listed = NonNullable<ReturnType<typeof useTerminalQuery<'report.vatDocuments'>>['data']>['documents'];

function Documents({ documents }: { documents: Listed }) {
  const { t, format } = useLanguage();
  return (
    <div className={common.scroller}>
      <table className={`${common.table} ${styles.table}`} aria-label={t('reports.documentsOf')}>
        <TableHead
          heads={[t('reports.columns.documents'), t('reports.issued')]}
          figures={[t('reports.columns.amount'), t('reports.columns.vat')]}
        />
        <tbody>
          {documents.map(({ uuid, number, issuedAt, trueAt, amount, vat, replaces, replacedBy }) => (
            <tr key={`${uuid} ${amount} ${vat}`}>
              <td>
                <a className={common.target} href={hashOf({ screen: 'invoice', uuid })}>
                  <bdi dir="ltr">{number}</bdi>
                </a>
                {replaces !== undefined && (
                  <div className={common.remark}>
                    {t('correct.replaces')} <bdi dir="ltr">{replaces}</bdi>
                  </div>
                )}
                {replacedBy !== undefined && (
                  <div className={common.remark}>
                    {t('correct.replacedBy')} <bdi dir="ltr">{replacedBy}</bdi>
                  </div>
                )}
              </td>
              <td>
                {format.dateTime(trueAt ?? issuedAt)}
                {trueAt !== undefined && (
                  <div className={common.remark}>{t('invoices.dated', { date: format.date(issuedAt) })}</div>
                )}
              </td>
              <td data-figure>
                <Money amount={amount} />
              </td>
              <td data-figure>
                <Money amount={vat} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
