import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../client.tsx';
import { keys, useKeys } from '../keys.ts';
import { useLanguage } from '../language.tsx';
import { Choice } from '../parts/choice.tsx';
import { go } from '../route.ts';
import { type Filter, filterNames, filters } from './filters.ts';
import { InvoiceTable } from './invoice-table.tsx';
import styles from './invoices-screen.module.css';
import { place } from './place.ts';
import { useInvoiceList } from './use-invoice-list.ts';

const emptyWords = {
  all: 'invoices.none',
  waiting: 'invoices.noneWaiting',
  attention: 'invoices.noneAttention',
  accepted: 'invoices.none',
} as const;

export function InvoicesScreen() {
  const { t, format } = useLanguage();
  const [filter, setFilter] = useState(place.filter);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInvoiceList(filters[filter]);
  const cache = useQueryClient();
  const narrow = (to: Filter) => {
    // Rows that have left a filter's states stay while it is looked at; chosen again, it is read anew.
    cache.removeQueries({ queryKey: [...queryKeys.invoices, filters[to]], exact: true });
    Object.assign(place, { filter: to, offset: 0, active: undefined });
    setFilter(to);
  };
  useKeys({ [keys.back]: () => go({ screen: 'sale' }) });

  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const total = data?.pages[0]?.total;
  const showMore = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  return (
    <main className={styles.screen}>
      <div className={styles.head}>
        <h1>{t('invoices.title')}</h1>
        <p className={styles.count} aria-live="polite">
          {total !== undefined && t('invoices.shown', { count: total, shown: format.count(total) })}
        </p>
        <Choice
          aria-label={t('invoices.filter')}
          value={filter}
          onChange={narrow}
          data={filterNames.map((value) => ({ value, label: t(`invoices.${value}`) }))}
        />
      </div>
      {data !== undefined && rows.length === 0 ? (
        <p className={styles.empty}>{t(emptyWords[filter])}</p>
      ) : (
        <InvoiceTable key={filter} rows={rows} total={total ?? 0} onNearEnd={showMore} />
      )}
    </main>
  );
}
