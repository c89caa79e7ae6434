import type { ReactNode } from 'react';
import type { TakingsReport } from '../../shared/contract/takings.ts';
import { ActorName } from '../components/actor-name.tsx';
import { meansName } from '../components/means-name.ts';
import { Money } from '../components/money.tsx';
import { useLanguage } from '../language/language.tsx';
import type { Span } from '../language/period.ts';
import styles from './today.module.css';

interface Row {
  readonly key: string;
  readonly label: ReactNode;
  readonly count: ReactNode;
  readonly amount: number;
}

/** When, how, by whom and with what it was taken. */
export function Tables({ taken, span }: { taken: TakingsReport; span: Span }) {
  const { t, format, words } = useLanguage();
  const times: Row[] =
    span === 'day'
      ? taken.hours.map(({ hour, count, total }) => ({
          key: String(hour),
          label: <bdi dir="ltr">{`${String(hour).padStart(2, '0')}:00`}</bdi>,
          count: format.count(count),
          amount: total,
        }))
      : taken.days.map(({ day, count, total }) => ({
          key: day,
          label: format.date(`${day}T12:00:00Z`),
          count: format.count(count),
          amount: total,
        }));
  return (
    <div className={styles.tables}>
      <Table title={t(span === 'day' ? 'today.byHour' : 'today.byDay')} rows={times} />
      <Table
        title={t('today.articles')}
        rows={taken.articles.map(({ key, name, quantity, total }) => ({
          key,
          label: <bdi>{name}</bdi>,
          count: quantity,
          amount: total,
        }))}
        count={t('today.quantity')}
      />
      <Table
        title={t('today.means')}
        rows={taken.means.map(({ means, count, received, paidBack }) => ({
          key: means,
          label: means === 'split' ? t('shiftReport.split') : meansName(means, words),
          count: format.count(count),
          amount: received - paidBack,
        }))}
      />
      <Table
        title={t('today.people')}
        rows={taken.people.map(({ name, count, total }) => ({
          key: name,
          label: name === '' ? t('today.unknownPerson') : <ActorName name={name} />,
          count: format.count(count),
          amount: total,
        }))}
      />
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
      {taken.otherCurrencies.length > 0 && (
        <Table
          title={t('shiftReport.currencies')}
          rows={taken.otherCurrencies.map(({ currency, count, total }) => ({
            key: currency,
            label: <bdi dir="ltr">{currency}</bdi>,
            count: format.count(count),
            amount: total,
          }))}
        />
      )}
    </div>
  );
}

interface TableProps {
  readonly title: string;
  readonly rows: readonly Row[];
  /** The heads of the columns. */
  readonly name?: string;
  readonly count?: string;
  readonly amount?: string;
}

/** A table with a bar behind each row, as long as its share of the largest one. */
function Table({ title, rows, name, count, amount: total }: TableProps) {
  const { t } = useLanguage();
  const largest = Math.max(1, ...rows.map(({ amount }) => amount));
  return (
    <table className={styles.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{name ?? <span className="visually-hidden">{t('today.name')}</span>}</th>
          <th scope="col">{count ?? t('today.count')}</th>
          <th scope="col">{total ?? t('today.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td colSpan={3} className={styles.none}>
              {t('today.none')}
            </td>
          </tr>
        )}
        {rows.map(({ key, label, count: pieces, amount }) => (
          <tr key={key}>
            <th scope="row">
              <span
                className={styles.bar}
                style={{ inlineSize: `${(Math.max(0, amount) / largest) * 100}%` }}
              />
              <span className={styles.rowLabel}>{label}</span>
            </th>
            <td>
              <bdi dir="ltr">{pieces}</bdi>
            </td>
            <td>
              <Money amount={amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
