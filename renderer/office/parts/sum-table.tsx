import type { ReactNode } from 'react';
import common from '../../ui/components/common.module.css';
import { Money } from '../../ui/components/tables/money.tsx';
import { TableHead } from '../../ui/components/tables/table-head.tsx';
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
        <TableHead heads={heads} figures={amounts} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A cell with an amount in halalas. */
export function AmountCell(props: { amount: number; currency?: string }) {
  return (
    <td data-figure>
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
      <td data-figure>{format.count(count)}</td>
      <AmountCell amount={taxable} />
      <AmountCell amount={vat} />
    </>
  );
}
