import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Statement, statementColumns } from '../../../shared/contract/till/accounts.ts';
import { reportFormats } from '../../../shared/contract/till/reports.ts';
import { meansName } from '../../../shared/words/means-name.ts';
import common from '../../ui/components/common.module.css';
import { LoadError } from '../../ui/components/load-error.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { ExportButtons } from '../../ui/components/tables/table-files.tsx';
import { riyadhDateAndTime } from '../../ui/language/format.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { type Period, periodOf } from '../../ui/language/period.ts';
import { readDays } from '../../ui/language/read-days.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { DayChips, ofReports } from '../invoices/day-chips.tsx';
import { DaysFields } from '../invoices/days-fields.tsx';
import { printPage } from '../receipt/print-page.ts';
import styles from './accounts.module.css';

export function StatementOfAccount({ of }: { of: string }) {
  const now = useStatus()?.now;
  return now === undefined ? null : <Days of={of} today={riyadhDateAndTime(now).date} />;
}

function Days({ of, today }: { of: string; today: string }) {
  const { t } = useLanguage();
  const [days, setDays] = useState(() => periodOf('month', today));
  const period = readDays(days);
  const { data, error } = useTerminalQuery('account.statement', period && { key: of, ...period });
  return (
    <section>
      <h4>{t('accounts.statement')}</h4>
      <div className={styles.days}>
        <DaysFields id="statement" days={days} onDays={setDays} />
      </div>
      <DayChips offered={ofReports} days={days} onDays={(next) => next.from !== '' && setDays(next)} />
      {period === undefined && <Note tone="amber">{t('reports.wrongDays')}</Note>}
      {error && <LoadError error={error} />}
      {data && <StatementTable statement={data} />}
      {period && <Files of={of} period={period} />}
    </section>
  );
}

function StatementTable({ statement }: { statement: Statement }) {
  const { t, format, words } = useLanguage();
  return (
    <div className={common.scroller}>
      <table className={`${common.table} ${styles.table}`} aria-label={t('accounts.statement')}>
        <thead>
          <tr>
            {statementColumns.map(({ name, kind }) => (
              <th key={name} scope="col" data-figure={kind === 'money' || undefined}>
                {t(`accounts.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td colSpan={5}>{t('accounts.opening')}</td>
            <td data-figure>
              <Money amount={statement.opening} />
            </td>
          </tr>
          {statement.lines.map(({ at, what, number, means, amount, balance }) => (
            <tr key={`${at} ${what} ${number} ${amount}`}>
              <td>{format.dateTime(at)}</td>
              <td>
                {t(`accounts.lines.${what}`)}
                {means !== undefined && ` · ${meansName(means, words)}`}
              </td>
              <td>
                <bdi dir="ltr">{number}</bdi>
              </td>
              <td data-figure>{amount > 0 && <Money amount={amount} />}</td>
              <td data-figure>{amount < 0 && <Money amount={-amount} />}</td>
              <td data-figure>
                <Money amount={balance} />
              </td>
            </tr>
          ))}
          {statement.lines.length === 0 && (
            <tr>
              <td colSpan={6}>{t('accounts.noLines')}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('accounts.closing')}
            </th>
            <td data-figure>
              <Money amount={statement.added} />
            </td>
            <td data-figure>
              <Money amount={statement.takenOff} />
            </td>
            <td data-figure>
              <Money amount={statement.closing} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Files({ of, period }: { of: string; period: Period }) {
  const { t, language } = useLanguage();
  const saving = useTerminalCommand('account.export');
  const printing = useTerminalCommand('account.printStatement');
  const print = async () => {
    const printed = await printing.run({ key: of, ...period });
    if (printed?.ok && printed.value.by === 'page') printPage(printed.value.html);
  };
  return (
    <ExportButtons
      formats={reportFormats}
      busy={saving.busy}
      failure={saving.failure ?? printing.failure}
      make={(format) => saving.run({ key: of, ...period, format, language })}
      leading={
        <Button variant="default" aria-disabled={printing.busy} onClick={() => void print()}>
          {t('accounts.print')}
        </Button>
      }
    />
  );
}
