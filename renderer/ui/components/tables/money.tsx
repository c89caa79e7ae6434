import type { Halalas } from '../../../../shared/values/money.ts';
import { useLanguage } from '../../language/language.tsx';
import styles from './money.module.css';

export function Money({ amount, currency }: { amount: Halalas | undefined; currency?: string }) {
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
