import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import type { InvoiceFilter } from '../../ui/terminal/invoice-filter.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './sums.module.css';

/** The sums of everything in the list, loaded or not; for a manager, since a cashier counts without seeing totals. */
export function Sums({ filter }: { filter: InvoiceFilter }) {
  const { t } = useLanguage();
  const { data } = useTerminalQuery('invoice.sums', filter, { keepsPrevious: true });
  if (data === undefined) return null;
  if (data.sums === undefined) return <p className={styles.none}>{t('invoices.tooManyToSum')}</p>;
  return (
    <dl className={styles.sums} aria-label={t('invoices.sums')}>
      {data.sums.map(({ currency, total, returned, purchased }) => (
        <div key={currency} className={styles.sum}>
          <dt>{t(filter.means === undefined ? 'invoices.sum' : 'invoices.sumOfMeans')}</dt>
          <dd className={styles.total}>
            <Money amount={total} currency={currency} />
          </dd>
          {returned > 0 && (
            <>
              <dt>{t('invoices.afterReturns')}</dt>
              <dd>
                <Money amount={returned} currency={currency} />
              </dd>
            </>
          )}
          {purchased !== undefined && (
            <>
              <dt>{t('invoices.purchased')}</dt>
              <dd>
                <Money amount={purchased} currency={currency} />
              </dd>
            </>
          )}
        </div>
      ))}
    </dl>
  );
}
