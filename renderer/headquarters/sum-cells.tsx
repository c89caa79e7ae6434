import { Money } from '../components/money.tsx';
import { useLanguage } from '../language/language.tsx';
import styles from './documents-screen.module.css';
import { useOfficeWords } from './use-office-words.ts';

export function SumHeads() {
  const { t } = useOfficeWords();
  return (['count', 'taxable', 'vat'] as const).map((name) => (
    <th key={name} scope="col" className={styles.amount}>
      {t(`vat.${name}`)}
    </th>
  ));
}

interface SumCellsProps {
  readonly sum: { readonly count: number; readonly taxable: number; readonly vat: number };
}

/** The cells beneath `SumHeads`. */
export function SumCells({ sum: { count, taxable, vat } }: SumCellsProps) {
  const { format } = useLanguage();
  return (
    <>
      <td className={styles.amount}>{format.count(count)}</td>
      <td className={styles.amount}>
        <Money amount={taxable} />
      </td>
      <td className={styles.amount}>
        <Money amount={vat} />
      </td>
    </>
  );
}
