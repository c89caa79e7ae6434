import type { BookBuyer } from '../../../../shared/contract/till/buyers.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { Balance } from '../../accounts/balance.tsx';
import styles from './buyers-page.module.css';

export function BuyerName({ of: { buyer, sold, lastAt, balance } }: { of: BookBuyer }) {
  const { t, format } = useLanguage();
  const { vatNumber, identification, address } = buyer;
  const numbers = [vatNumber, identification?.value].filter((number) => number !== undefined);
  return (
    <span>
      <span className={styles.name}>
        <bdi>{buyer.name}</bdi>
      </span>
      <span className={styles.soft}>
        {numbers.map((number) => (
          <span key={number}>
            <bdi dir="ltr">{number}</bdi>
            {' · '}
          </span>
        ))}
        <bdi>{address?.city}</bdi>
      </span>
      <span className={styles.soft}>
        {sold === 0 ? t('buyers.noInvoices') : t('buyers.invoices', { count: sold })}
        {lastAt !== undefined && <> · {t('buyers.last', { date: format.date(lastAt) })}</>}
      </span>
      {balance !== 0 && (
        <span className={styles.soft}>
          <Balance amount={balance} />
        </span>
      )}
    </span>
  );
}
