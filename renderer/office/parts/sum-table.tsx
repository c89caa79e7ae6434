import type { ReactNode } from 'react';
import common from '../../ui/components/common.module.css';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import styles from './documents.module.css';

interface SumTableProps {
  readonly heads: readonly string[];
  /** The heads of the last columns, which have figures. */
  readonly amounts: readonly string[];
  readonly children: ReactNode;
}

/** A table whose last columns are figures. */
export function SumTable({ heads, amounts, children }: SumTableProps) {
  return (
    <div className={common.scroller}>
      <table className={`${common.table} ${styles.table}`}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            {amounts.map((head) => (
              <th key={head} scope="col" className={styles.amount}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A cell with an amount in halalas. */
export function AmountCell(props: { amount: number; currency?: string }) {
  return (
    <td className={styles.amount}>
      <Money {...props} />
    </td>
  );
}

interface SumCellsProps {
  readonly sum: { readonly count: number; readonly taxable: number; readonly vat: number };
}

export function SumCells({ sum: { count, taxable, vat } }: SumCellsProps) {
  const { format } = useLanguage();
  return (
    <>
      <td className={styles.amount}>{format.count(count)}</td>
      <AmountCell amount={taxable} />
      <AmountCell amount={vat} />
    </>
  );
}
