import type { Halalas } from '../../../../shared/values/money.ts';
import { useLanguage } from '../../language/language.tsx';
import styles from './money.module.css';

interface MoneyProps {
  readonly amount: Halalas | undefined;
  readonly currency?: string;
}

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
