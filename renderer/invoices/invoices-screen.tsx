import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { SubmissionState } from '../../shared/status.ts';
import { keys, useKeys } from '../keys.ts';
import { useLanguage } from '../language.tsx';
import { go } from '../route.ts';
import { InvoiceTable } from './invoice-table.tsx';
import styles from './invoices-screen.module.css';
import { useInvoiceList } from './use-invoice-list.ts';

const filters = {
  all: undefined,
  waiting: ['waiting', 'sending'],
  attention: ['rejected', 'parked'],
  accepted: ['accepted'],
} as const satisfies Record<string, readonly SubmissionState[] | undefined>;
type Filter = keyof typeof filters;

const emptyWords = {
  all: 'invoices.none',
  waiting: 'invoices.noneWaiting',
  attention: 'invoices.noneAttention',
  accepted: 'invoices.none',
} as const;

export function InvoicesScreen() {
  const { t, format } = useLanguage();
  const [filter, setFilter] = useState<Filter>('all');
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInvoiceList(filters[filter]);
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
        <SegmentedControl
          aria-label={t('invoices.filter')}
          value={filter}
          onChange={setFilter}
          data={(Object.keys(filters) as Filter[]).map((value) => ({ value, label: t(`invoices.${value}`) }))}
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
