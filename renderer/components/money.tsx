import type { Halalas } from '../../shared/money.ts';
import { useLanguage } from '../language/language.tsx';
import styles from './money.module.css';

interface MoneyProps {
  /** Undefined: not known yet; its place is kept. */
  readonly amount: Halalas | undefined;
  /** Shown beside the amount where given. */
  readonly currency?: string;
}

/** An amount, always left to right, digits of one width. */
export function Money({ amount, currency }: MoneyProps) {
  const { format } = useLanguage();
  const figure = (
    <bdi dir="ltr" className={styles.figure}>
      {amount === undefined ? '–' : format.money(amount)}
    </bdi>
  );
  if (currency === undefined) return figure;
  return (
    <span className={styles.withCurrency}>
      {figure}
      <span className={styles.currency}>{format.currency(currency)}</span>
    </span>
  );
}
