import { Button, Flex } from '@mantine/core';
import { useState } from 'react';
import type { BookBuyer } from '../../../../shared/contract/till/buyers.ts';
import { bookLimits } from '../../../../shared/sale/buyer-book.ts';
import common from '../../../ui/components/common.module.css';
import { SearchText } from '../../../ui/components/forms/search-text.tsx';
import entries from '../../../ui/components/layout/entries.module.css';
import page from '../../../ui/components/layout/page.module.css';
import { Page } from '../../../ui/components/layout/page.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { Pager } from '../../../ui/components/tables/pager.tsx';
import { Written } from '../../../ui/components/written.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { go } from '../../../ui/page/route.ts';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { AccountPanel } from '../../accounts/account-panel.tsx';
import { Balance } from '../../accounts/balance.tsx';
import { everything } from '../../invoices/list-filter.ts';
import { useListState } from '../../invoices/list-state.tsx';
import { BuyerBookForm } from './buyer-book-form.tsx';
import { BuyerFiles } from './buyer-files.tsx';
import styles from './buyers-page.module.css';

export function BuyersPage() {
  const { t } = useLanguage();
  const [query, setQuery] = useState({ text: '', start: 0 });
  const [isNew, setNew] = useState(false);
  const { data, error } = useTerminalQuery('buyer.list', query, { keepsPrevious: true });
  return (
    <Page title={t('settings.page.buyers')} lead={t('buyers.lead')} error={error}>
      <Flex wrap="wrap" align="start" gap="0.75rem 1rem">
        <SearchText
          className={entries.search}
          label={t('buyers.search')}
          onSearch={(text) => setQuery({ text, start: 0 })}
        />
        <Button size="lg" className={common.below} onClick={() => setNew(true)}>
          {t('buyers.add')}
        </Button>
      </Flex>
      {isNew && <BuyerBookForm onClose={() => setNew(false)} />}
      {data?.total === 0 && (
        <p className={page.lead}>{t(query.text.trim() === '' ? 'buyers.first' : 'buyers.none')}</p>
      )}
      <List buyers={data?.buyers ?? []} />
      {data && (
        <Pager
          start={query.start}
          total={data.total}
          size={bookLimits.page}
          count={t('buyers.count', { count: data.total })}
          onStart={(start) => setQuery((before) => ({ ...before, start }))}
        />
      )}
      <BuyerFiles />
    </Page>
  );
}

function List({ buyers }: { buyers: readonly BookBuyer[] }) {
  const [open, setOpen] = useState<{ key: string; does: 'account' | 'edit' | 'merge' }>();
  const close = () => setOpen(undefined);
  if (buyers.length === 0) return null;
  return (
    <ul className={entries.rows}>
      {buyers.map((one) => (
        <li key={one.key}>
          <BuyerRow
            of={one}
            onAccount={() => setOpen({ key: one.key, does: 'account' })}
            onEdit={() => setOpen({ key: one.key, does: 'edit' })}
            onMerge={() => setOpen({ key: one.key, does: 'merge' })}
          />
          {open?.key === one.key && open.does === 'account' && <AccountPanel of={one.key} onClose={close} />}
          {open?.key === one.key && open.does === 'edit' && <BuyerBookForm of={one} onClose={close} />}
          {open?.key === one.key && open.does === 'merge' && <BuyerMerge of={one} onClose={close} />}
        </li>
      ))}
    </ul>
  );
}

const shown = 6;

function BuyerMerge({ of: { key, buyer }, onClose }: { of: BookBuyer; onClose(): void }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('buyer.merge');
  const [text, setText] = useState('');
  const { data } = useTerminalQuery('buyer.list', text.trim() === '' ? undefined : { text }, {
    keepsPrevious: true,
  });
  const others = (data?.buyers ?? []).filter((one) => one.key !== key).slice(0, shown);
  const merge = async (into: string) => {
    const done = await run({ key, into });
    if (done?.ok) onClose();
  };
  return (
    <div className={entries.inside}>
      <p className={page.lead}>{t('buyers.mergeLead', { name: buyer.name })}</p>
      <ProblemNote of={failure} />
      <SearchText label={t('buyers.mergeInto')} autoFocus onSearch={setText} />
      {others.length > 0 && (
        <ul className={entries.rows}>
          {others.map((one) => (
            <li key={one.key} className={styles.row}>
              <BuyerName of={one} />
              <Button
                aria-disabled={busy}
                aria-label={t('buyers.chooseOf', { name: one.buyer.name })}
                onClick={() => void merge(one.key)}
              >
                {t('buyers.choose')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="default" onClick={onClose}>
        {t('app.cancel')}
      </Button>
    </div>
  );
}

interface BuyerRowProps {
  readonly of: BookBuyer;
  onAccount(): void;
  onEdit(): void;
  onMerge(): void;
}

function BuyerRow({ of, onAccount, onEdit, onMerge }: BuyerRowProps) {
  const { t } = useLanguage();
  const [asking, setAsking] = useState(false);
  const showPurchases = usePurchases();
  const { name } = of.buyer;
  if (asking) return <Removal of={of} onClose={() => setAsking(false)} />;
  return (
    <div className={styles.row}>
      <BuyerName of={of} />
      <span className={common.row}>
        {of.sold > 0 && (
          <Button
            variant="default"
            aria-label={t('buyers.purchasesOf', { name })}
            onClick={() => showPurchases(of)}
          >
            {t('buyers.purchases')}
          </Button>
        )}
        {(of.sold > 0 || of.balance !== 0) && (
          <Button variant="default" aria-label={t('accounts.of', { name })} onClick={onAccount}>
            {t('accounts.title')}
          </Button>
        )}
        <Button variant="default" aria-label={t('app.changeOf', { name })} onClick={onEdit}>
          {t('app.change')}
        </Button>
        <Button variant="default" aria-label={t('buyers.mergeOf', { name })} onClick={onMerge}>
          {t('buyers.merge')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          aria-label={t('app.removeOf', { name })}
          onClick={() => setAsking(true)}
        >
          {t('app.remove')}
        </Button>
      </span>
    </div>
  );
}

/**
 * Returns the function that opens the list with one buyer's invoices, by the number, which stays when the name changes.
 */
function usePurchases(): (of: BookBuyer) => void {
  const { narrow } = useListState();
  return ({ buyer: { name, vatNumber } }) => {
    narrow({ ...everything, text: vatNumber ?? name });
    go({ screen: 'invoices' });
  };
}

function Removal({ of: { key, buyer }, onClose }: { of: BookBuyer; onClose(): void }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('buyer.remove');
  return (
    <div className={`${styles.row} ${styles.asking}`}>
      <span role="alert">{t('buyers.removeSure', { name: buyer.name })}</span>
      <ProblemNote of={failure} />
      <span className={common.row}>
        <Button variant="default" autoFocus onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button color="red" aria-disabled={busy} onClick={() => void run({ key })}>
          {t('app.remove')}
        </Button>
      </span>
    </div>
  );
}

function BuyerName({ of: { buyer, sold, lastAt, balance } }: { of: BookBuyer }) {
  const { t, format } = useLanguage();
  const { vatNumber, identification, address } = buyer;
  const numbers = [vatNumber, identification?.value].filter((number) => number !== undefined);
  return (
    <span>
      <span className={styles.name}>
        <Written text={buyer.name} />
      </span>
      <span className={styles.soft}>
        {numbers.map((number) => (
          <span key={number}>
            <bdi dir="ltr">{number}</bdi>
            {' · '}
          </span>
        ))}
        <Written text={address?.city} />
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
