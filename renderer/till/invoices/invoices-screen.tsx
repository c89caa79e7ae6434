import { Button, Flex, Text } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { describeForecast } from '../../../shared/words/alarms.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import common from '../../ui/components/common.module.css';
import { Choice } from '../../ui/components/forms/choice.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { go } from '../../ui/page/route.ts';
import type { InvoiceFilter } from '../../ui/terminal/invoice-filter.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import {
  useForgetPages,
  useTerminalAsk,
  useTerminalPages,
  useTerminalQuery,
} from '../../ui/terminal/use-terminal-query.ts';
import { useProgress } from './backlog.tsx';
import { DayChips } from './day-chips.tsx';
import { FilterDrawer } from './filter-drawer.tsx';
import { InvoiceTable } from './invoice-table.tsx';
import styles from './invoices-screen.module.css';
import {
  everything,
  filterCount,
  filterOf,
  isOpenRejections,
  type ListFilter,
  listNames,
} from './list-filter.ts';
import { useListState } from './list-state.tsx';
import { Rejections } from './rejections/rejections.tsx';
import { SearchField } from './search-field.tsx';
import { longestSearch, meaningOf, type NumberForm, numberFormOf } from './search-text.ts';

const emptyWords = {
  all: 'invoices.none',
  waiting: 'invoices.noneWaiting',
  accepted: 'invoices.none',
  rejected: 'invoices.noneRejected',
  parked: 'invoices.noneAttention',
} as const;

export function InvoicesScreen() {
  const { t, format } = useLanguage();
  const status = useStatus();
  const findInvoice = useTerminalAsk('invoice.find');
  const { filter: listFilter, narrow } = useListState();
  const numberForm = useNumberForm();
  const filter = filterOf(listFilter, numberForm);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = useInvoiceList(filter);
  const [drawerOpen, setDrawerOpen] = useState(false);
  useForgetBefore(filter);
  useKeys({ [keys.back]: () => go({ screen: 'sale' }) });

  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const { total, more } = data?.pages[0] ?? {};
  // The table's key changes when the result of a new filter arrives, not when it is requested.
  const wanted = JSON.stringify(filter);
  const [shown, setShown] = useState(wanted);
  if (!isPlaceholderData && shown !== wanted) setShown(wanted);
  const showMore = () => {
    if (hasNextPage && !isFetchingNextPage && !isPlaceholderData) void fetchNextPage();
  };
  const onEnter = async (text: string) => {
    const [only] = rows;
    if (text.length > longestSearch) {
      const found = await findInvoice({ text });
      if (found.ok) go({ screen: 'invoice', uuid: found.value.uuid, receipt: text.trim() });
    } else if (rows.length === 1 && only !== undefined && text.trim() === listFilter.text.trim())
      go({ screen: 'invoice', uuid: only.uuid });
  };
  const filters = filterCount(listFilter);
  const canSendParked = status?.role === 'manager' && listFilter.list === 'parked' && status.parked > 0;
  return (
    <main className={styles.screen}>
      <div className={styles.head}>
        <h1 className={common.heading}>{t('invoices.title')}</h1>
        <Text inherit flex={1} c="dimmed" aria-live="polite">
          {total !== undefined && (
            <>
              {more
                ? t('search.moreThan', { shown: format.count(total) })
                : t('invoices.shown', { count: total })}
              <Reading listFilter={listFilter} form={numberForm} />
            </>
          )}
        </Text>
        <Choice
          aria-label={t('invoices.filter')}
          value={listFilter.list}
          onChange={(list) => narrow({ list })}
          data={listNames.map((value) => ({
            value,
            label: t(value === 'parked' ? 'invoices.attention' : `invoices.${value}`),
          }))}
        />
      </div>
      <div className={styles.tools}>
        <SearchField
          text={listFilter.text}
          onText={(text) => narrow({ text })}
          onEnter={(text) => void onEnter(text)}
          onDown={focusFirstRow}
        />
        <DayChips days={listFilter} onDays={narrow} />
        <Button
          variant={filters > 0 ? 'light' : 'default'}
          leftSection={<IconFilter size={20} aria-hidden />}
          onClick={() => setDrawerOpen(true)}
        >
          {filters > 0 ? t('search.filtersOn', { count: filters }) : t('search.filters')}
        </Button>
      </div>
      {listFilter.list === 'rejected' && <RejectedChoice />}
      {data !== undefined && rows.length === 0 ? (
        <Empty listFilter={listFilter} />
      ) : isOpenRejections(listFilter) ? (
        <Rejections filter={filter} />
      ) : (
        <InvoiceTable key={shown} rows={rows} total={total ?? 0} onNearEnd={showMore} />
      )}
      {status?.role === 'manager' && rows.length > 0 && <Sums filter={filter} />}
      {status && <ForecastBar status={status} />}
      {canSendParked && <ParkedFoot />}
      <FilterDrawer
        opened={drawerOpen}
        onClose={() => setDrawerOpen(false)}
        listFilter={listFilter}
        onNarrow={narrow}
      />
    </main>
  );
}

function Reading({ listFilter, form }: { listFilter: ListFilter; form: Parameters<typeof meaningOf>[1] }) {
  const { t, format } = useLanguage();
  const meaning = meaningOf(listFilter.text, form);
  if (meaning === undefined) return null;
  const text =
    meaning.kind === 'number'
      ? meaning.number
      : meaning.kind === 'amount'
        ? format.money(meaning.amount)
        : '';
  // The isolate characters keep a number in one piece in Arabic text.
  return <> · {t(`search.as.${meaning.kind}`, { text: `\u2068${text}\u2069` })}</>;
}

function RejectedChoice() {
  const { t } = useLanguage();
  const { filter, narrow } = useListState();
  return (
    <Flex mb="0.75rem">
      <Choice
        aria-label={t('rejections.show')}
        value={filter.rejected}
        onChange={(rejected) => narrow({ rejected })}
        data={(['open', 'every'] as const).map((value) => ({ value, label: t(`rejections.${value}`) }))}
      />
    </Flex>
  );
}

function Empty({ listFilter }: { listFilter: ListFilter }) {
  const { t } = useLanguage();
  const { narrow } = useListState();
  const isSearched = listFilter.text.trim() !== '' || filterCount(listFilter) > 0;
  return (
    <Flex flex={1} direction="column" align="center" pt="4rem" fz="lg" c="dimmed">
      <p>
        {t(
          isSearched
            ? 'search.none'
            : isOpenRejections(listFilter)
              ? 'rejections.none'
              : emptyWords[listFilter.list],
        )}
      </p>
      {isSearched && (
        <Button
          variant="default"
          onClick={() => narrow({ ...everything, list: listFilter.list, rejected: listFilter.rejected })}
        >
          {t('search.clear')}
        </Button>
      )}
    </Flex>
  );
}

/**
 * Drops the cached pages of the previous filter. While a filter is in use, rows that no longer match it stay; if it is
 * chosen again, it is read again.
 */
function useForgetBefore(filter: InvoiceFilter): void {
  const forget = useForgetPages('invoice.list');
  const key = JSON.stringify(filter);
  const before = useRef(key);
  useEffect(() => {
    if (before.current === key) return;
    forget(listInput(JSON.parse(before.current) as InvoiceFilter));
    before.current = key;
  }, [key, forget]);
}

function focusFirstRow(): void {
  document.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus();
}

function ParkedFoot() {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('invoice.sendParked');
  const send = () => void run({});
  useKeys({ [keys.main]: send });
  return (
    <div className={styles.foot}>
      {failure ? (
        <Note tone="red">{describeFailure(failure, language)}</Note>
      ) : (
        <Text inherit flex={1} lh={1.5}>
          {t('parked.lead')}
        </Text>
      )}
      <div className={styles.footAction}>
        <MainAction onClick={send} disabled={busy}>
          {t(busy ? 'parked.sending' : 'parked.sendAll')}
        </MainAction>
      </div>
    </div>
  );
}

/** Fewest waiting documents that get a forecast: fewer are sent before anybody has read it. */
const worthTelling = 10;

function ForecastBar({ status }: { status: TerminalStatus }) {
  const { t, language, format } = useLanguage();
  const { done, of } = useProgress(status);
  const { forecast } = status;
  if (forecast === undefined || forecast.waiting < worthTelling) return null;
  return (
    <div className={styles.forecast} role="status">
      <Flex component="p" wrap="wrap" justify="space-between" gap="0 1.5rem" m="0 0 0.375rem" lh={1.5}>
        {describeForecast(forecast, language)}
        <span className={common.soft}>
          {t('forecast.sent', { done: format.count(done), of: format.count(of) })}
        </span>
      </Flex>
      <progress className={styles.progress} aria-label={t('forecast.label')} max={of} value={done} />
    </div>
  );
}

const pageSize = 100;

const listInput = (filter: InvoiceFilter) => ({ ...filter, limit: pageSize });

function useInvoiceList(filter: InvoiceFilter) {
  return useTerminalPages(
    'invoice.list',
    listInput(filter),
    ({ rows }) => (rows.length < pageSize ? undefined : rows.at(-1)?.icv),
    { keepsPrevious: true },
  );
}

/**
 * Returns the form of the invoice numbers; undefined before the first invoice. It stays the same for the life of a
 * certificate.
 */
function useNumberForm(): NumberForm | undefined {
  const newest = useTerminalQuery('invoice.list', { limit: 1 }, { staleTime: 0 }).data?.rows[0];
  return newest && numberFormOf(newest.number);
}

/** The sums of everything in the list, loaded or not; for a manager, since a cashier counts without seeing totals. */
function Sums({ filter }: { filter: InvoiceFilter }) {
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
