import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Statement } from '../../shared/contract/accounts.ts';
import { type ReportFormat, reportFormats } from '../../shared/contract/reports.ts';
import { DayField } from '../components/day-field.tsx';
import { LoadError } from '../components/load-error.tsx';
import { meansName } from '../components/means-name.ts';
import { Money } from '../components/money.tsx';
import { Note } from '../components/note.tsx';
import page from '../components/page.module.css';
import { fileTypes, saveFile } from '../components/save-file.ts';
import { DayChips, ofReports } from '../invoices/day-chips.tsx';
import { riyadhDateAndTime } from '../language/format.ts';
import { useLanguage } from '../language/language.tsx';
import { type Period, periodOf } from '../language/period.ts';
import { readDays } from '../language/read-days.ts';
import { useFailureWords } from '../language/use-failure-words.ts';
import { printPage } from '../receipt/print-page.ts';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import { useStatus, useTerminalQuery } from '../terminal/use-terminal-query.ts';
import styles from './accounts.module.css';

/** A statement of any days, on the screen, on A4 and as a file. */
export function StatementOfAccount({ of }: { of: string }) {
  const now = useStatus()?.now;
  return now === undefined ? null : <Days of={of} today={riyadhDateAndTime(now).date} />;
}

function Days({ of, today }: { of: string; today: string }) {
  const { t } = useLanguage();
  const [days, setDays] = useState(() => periodOf('month', today));
  const period = readDays(days);
  const { data, error } = useTerminalQuery('account.statement', period && { key: of, ...period });
  const day = (name: 'from' | 'to') => ({
    id: `statement-${name}`,
    label: t(`search.${name}`),
    value: days[name],
    error: undefined,
    onText: (text: string) => setDays({ ...days, [name]: text }),
  });
  return (
    <section>
      <h4>{t('accounts.statement')}</h4>
      <div className={styles.days}>
        <DayField {...day('from')} />
        <DayField {...day('to')} />
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
  const columns = ['at', 'what', 'number', 'added', 'takenOff', 'balance'] as const;
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={t('accounts.statement')}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" data-figure={index > 2 || undefined}>
                {t(`accounts.columns.${column}`)}
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
            <tr key={`${what} ${number}`}>
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
  const { say } = useFailureWords();
  const saving = useTerminalCommand('account.export');
  const printing = useTerminalCommand('account.printStatement');
  const save = async (format: ReportFormat) => {
    const made = await saving.run({ key: of, ...period, format, language });
    if (made?.ok !== true) return;
    const bytes = Uint8Array.from(atob(made.value.base64), (character) => character.charCodeAt(0));
    saveFile(made.value.fileName, bytes, fileTypes[format]);
  };
  const print = async () => {
    const printed = await printing.run({ key: of, ...period });
    if (printed?.ok && printed.value.by === 'page') printPage(printed.value.html);
  };
  const failure = saving.failure ?? printing.failure;
  return (
    <>
      {failure && <Note tone="red">{say(failure)}</Note>}
      <div className={page.buttons}>
        <Button variant="default" aria-disabled={printing.busy} onClick={() => void print()}>
          {t('accounts.print')}
        </Button>
        {reportFormats.map((format) => (
          <Button
            key={format}
            variant="default"
            aria-disabled={saving.busy}
            onClick={() => void save(format)}
          >
            {t('reports.exportAs', { format: format.toUpperCase() })}
          </Button>
        ))}
      </div>
    </>
  );
}
