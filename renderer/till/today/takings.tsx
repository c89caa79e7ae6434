import { Flex } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { TakingsReport } from '../../../shared/contract/till/takings.ts';
import { meansName } from '../../../shared/words/means-name.ts';
import { useIssuerName } from '../../ui/components/actor-name.tsx';
import common from '../../ui/components/common.module.css';
import { Choice } from '../../ui/components/forms/choice.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { moved, type Period, type Span } from '../../ui/language/period.ts';
import { readStored, writeStored } from '../../ui/page/stored.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { looks } from './chart-style.ts';
import styles from './charts.module.css';
import { type Compared, daysOf, hasAny, hoursOf, type Moment } from './moments.ts';
import { ShareBars } from './share-bars.tsx';
import { type Row, Table } from './table.tsx';
import { useTimeChart } from './use-time-chart.ts';

interface TakingsProps {
  readonly taken: TakingsReport;
  readonly span: Span;
  readonly period: Period;
}

const views = ['charts', 'tables'] as const;
type View = (typeof views)[number];

export function Takings({ taken, span, period }: TakingsProps) {
  const { t } = useLanguage();
  const [view, setView] = useState<View>(() =>
    readStored('local', 'khatm-today') === 'tables' ? 'tables' : 'charts',
  );
  const choose = (next: View) => {
    setView(next);
    writeStored('local', 'khatm-today', next);
  };
  return (
    <>
      <Flex justify="end">
        <Choice<View>
          aria-label={t('today.shownAs')}
          value={view}
          data={views.map((value) => ({ value, label: t(`today.views.${value}`) }))}
          onChange={choose}
        />
      </Flex>
      <div className={styles.parts}>
        <Times taken={taken} span={span} period={period} view={view} />
        <Shares taken={taken} view={view} />
        <Vat taken={taken} />
        {taken.otherCurrencies.length > 0 && <Currencies taken={taken} />}
      </div>
    </>
  );
}

function Times({ taken, span, period, view }: TakingsProps & { readonly view: View }) {
  const { t, format } = useLanguage();
  const chart = useTimeChart();
  const compared = useCompared(span, period);
  const moments = span === 'day' ? hoursOf(taken, compared) : daysOf(taken, period, compared, format);
  const title = t(span === 'day' ? 'today.byHour' : 'today.byDay');
  const rows = moments.filter(hasAny).map((moment) => rowOf(moment, format.count));
  const name = useNameOf()(period);
  return (
    <Part
      isWide
      title={title}
      view={rows.length === 0 || 'error' in chart ? 'tables' : view}
      chart={
        <>
          <ChartLegend name={name} compared={compared} />
          <div className={styles.time} dir="ltr">
            {chart.Part && <chart.Part moments={moments} name={name} compared={compared} />}
          </div>
        </>
      }
      table={<Table title={title} rows={rows} more={compared.map((one) => one.name)} />}
    />
  );
}

const rowOf = ({ key, title, count, amount, earlier }: Moment, counted: (count: number) => string): Row => ({
  key,
  label: title,
  count: counted(count),
  amount,
  more: earlier,
});

/**
 * Returns the periods that one is compared with and that have takings: the previous one, and for a day also the one a
 * week ago.
 */
function useCompared(span: Span, period: Period): Compared[] {
  const nameOf = useNameOf();
  const periods = [moved(span, period, -1), moved('day', period, -7)];
  const [one, other] = periods;
  const before = useTerminalQuery('takings.get', one).data;
  const weekAgo = useTerminalQuery('takings.get', span === 'day' ? other : undefined).data;
  return [before, weekAgo].flatMap((taken, index) => {
    const of = periods[index];
    return of && taken && taken.days.length > 0 ? [{ name: nameOf(of), period: of, taken }] : [];
  });
}

function useNameOf(): (period: Period) => string {
  const { t, format } = useLanguage();
  return ({ from, to }) => {
    const [first, last] = [from, to].map((day) => format.date(`${day}T12:00:00Z`));
    return from === to ? (first ?? '') : t('today.fromTo', { from: first ?? '', to: last ?? '' });
  };
}

function Shares({ taken, view }: { readonly taken: TakingsReport; readonly view: View }) {
  const { t, format, words } = useLanguage();
  const issuerName = useIssuerName();
  const articles = taken.articles.map(({ key, name, quantity, total }) => ({
    key,
    label: name,
    count: quantity,
    amount: total,
  }));
  const means = taken.means.map(({ means: one, count, received, paidBack }) => ({
    key: one,
    label: one === 'split' ? t('shiftReport.split') : meansName(one, words),
    count: format.count(count),
    amount: received - paidBack,
  }));
  const people = taken.people.map(({ name, kind, count, total }) => ({
    key: `${kind} ${name}`,
    label: issuerName({ name, kind }),
    count: format.count(count),
    amount: total,
  }));
  return (
    <>
      <SharePart title={t('today.articles')} rows={articles} count={t('today.quantity')} view={view} />
      <SharePart title={t('today.means')} rows={means} view={view} />
      <SharePart title={t('today.people')} rows={people} view={view} />
    </>
  );
}

interface SharePartProps {
  readonly title: string;
  readonly rows: readonly (Row & { readonly label: string })[];
  readonly count?: string;
  readonly view: View;
}

function SharePart({ title, rows, count, view }: SharePartProps) {
  return (
    <Part
      title={title}
      view={rows.length === 0 ? 'tables' : view}
      chart={<ShareBars shares={rows} />}
      table={<Table title={title} rows={rows} {...(count !== undefined && { count })} />}
    />
  );
}

interface PartProps {
  readonly title: string;
  readonly view: View;
  readonly chart: ReactNode;
  readonly table: ReactNode;
  readonly isWide?: boolean;
}

function Part({ title, view, chart, table, isWide = false }: PartProps) {
  if (view === 'tables') return <div data-wide={isWide || undefined}>{table}</div>;
  return (
    <div data-wide={isWide || undefined}>
      <div aria-hidden>
        <p className={common.subtitle}>{title}</p>
        {chart}
      </div>
      <div className="visually-hidden">{table}</div>
    </div>
  );
}

function Vat({ taken }: { readonly taken: TakingsReport }) {
  const { t } = useLanguage();
  return (
    <Table
      title={t('today.vat')}
      rows={taken.vat.map(({ category, rate, taxable, vat }) => ({
        key: `${category} ${rate}`,
        label: <bdi dir="ltr">{`${category} ${Number(rate)}%`}</bdi>,
        count: <Money amount={taxable} />,
        amount: vat,
      }))}
      name={t('today.rate')}
      count={t('today.taxable')}
      amount={t('today.figures.vat')}
    />
  );
}

function Currencies({ taken }: { readonly taken: TakingsReport }) {
  const { t, format } = useLanguage();
  return (
    <Table
      title={t('shiftReport.currencies')}
      rows={taken.otherCurrencies.map(({ currency, count, total }) => ({
        key: currency,
        label: <bdi dir="ltr">{currency}</bdi>,
        count: format.count(count),
        amount: total,
      }))}
    />
  );
}

function ChartLegend({ name, compared }: { name: string; compared: readonly Compared[] }) {
  return (
    <ul className={styles.legend}>
      <li>
        <svg className={styles.swatch} viewBox="0 0 24 12" aria-hidden>
          <rect width="24" height="12" rx="2" fill="var(--seal)" />
        </svg>
        {name}
      </li>
      {compared.map((one, index) => (
        <li key={one.name}>
          <svg className={styles.swatch} viewBox="0 0 24 12" aria-hidden>
            <line x1="0" x2="24" y1="6" y2="6" strokeWidth="2" {...looks[index]} />
          </svg>
          {one.name}
        </li>
      ))}
    </ul>
  );
}
