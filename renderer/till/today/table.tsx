import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import common from '../../ui/components/common.module.css';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import styles from './today.module.css';

export interface Row {
  readonly key: string;
  readonly label: ReactNode;
  readonly count: ReactNode;
  readonly amount: number;
  readonly more?: readonly (number | undefined)[];
}

interface TableProps {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly name?: string;
  readonly count?: string;
  readonly amount?: string;
  readonly more?: readonly string[];
}

/** A table with a bar behind each row, as long as its share of the largest one. */
export function Table({ title, rows, name, count, amount: total, more = [] }: TableProps) {
  const { t } = useLanguage();
  const largest = Math.max(1, ...rows.map(({ amount }) => amount));
  return (
    <table className={`${common.table} ${styles.table}`}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{name ?? <span className="visually-hidden">{t('today.name')}</span>}</th>
          <th scope="col">{count ?? t('today.count')}</th>
          <th scope="col">{total ?? t('today.amount')}</th>
          {more.map((one) => (
            <th key={one} scope="col">
              {one}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td colSpan={3 + more.length} className={styles.none}>
              {t('today.none')}
            </td>
          </tr>
        )}
        {rows.map(({ key, label, count: pieces, amount, more: others = [] }) => (
          <tr key={key}>
            <th scope="row">
              <span
                className={styles.bar}
                style={{ inlineSize: `${(Math.max(0, amount) / largest) * 100}%` }}
              />
              <Box component="span" pos="relative">
                <bdi>{label}</bdi>
              </Box>
            </th>
            <td>
              <bdi dir="ltr">{pieces}</bdi>
            </td>
            <td>
              <Money amount={amount} />
            </td>
            {more.map((one, index) => (
              <td key={one}>
                <Money amount={others[index]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
