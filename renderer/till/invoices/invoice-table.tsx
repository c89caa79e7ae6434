import { IconReceiptRefund } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { InvoiceRow } from '../../../shared/contract/till/invoices.ts';
import { ActorName } from '../../ui/components/actor-name.tsx';
import common from '../../ui/components/common.module.css';
import { isRowLate, LateMark } from '../../ui/components/marks/late-mark.tsx';
import { StatusMark } from '../../ui/components/marks/status-mark.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { focusSoon, RowTable, type Scroller } from '../../ui/components/tables/row-table.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { go } from '../../ui/page/route.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useNow } from '../../ui/terminal/use-now.ts';
import styles from './invoice-table.module.css';
import { useListState } from './list-state.tsx';

const rowHeight = 60;
/** The number of rows before the end at which older ones are requested. */
const nearEnd = 30;

interface InvoiceTableProps {
  readonly rows: readonly InvoiceRow[];
  readonly total: number;
  readonly onNearEnd: () => void;
}

const keyOf = ({ uuid }: InvoiceRow) => uuid;
const open = ({ uuid }: InvoiceRow) => go({ screen: 'invoice', uuid });

export function InvoiceTable({ rows, total, onNearEnd }: InvoiceTableProps) {
  const { t } = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const { place, moveTo } = useListState();
  const [before] = useState(() => place().active);
  const [active, setActive] = useState(before);
  const now = useNow(useStatus()?.now);
  const column = (name: 'number' | 'time' | 'customer' | 'total' | 'status', className?: string) => ({
    ...{ name, text: t(`invoices.${name}`), className },
  });

  useSteadyScroll(scroller, rows);

  // Focuses the row of the invoice that was open before, so that the keys continue from there.
  useEffect(() => {
    if (before !== undefined) focusSoon(scroller, before);
  }, [before]);

  return (
    <RowTable
      label={t('invoices.title')}
      columns={[
        column('number'),
        column('time'),
        column('customer'),
        column('total', common.right),
        column('status'),
      ]}
      {...{ rows, total, rowHeight, keyOf, active, scroller }}
      rowClass={styles.row}
      initialOffset={() => place().offset}
      renderCells={(row) => <Cells row={row} isLate={isRowLate(row, now)} />}
      onActive={(uuid) => {
        moveTo({ active: uuid });
        setActive(uuid);
      }}
      onOpen={open}
      onScroll={(offset) => moveTo({ offset })}
      onShown={(last) => {
        if (rows.length > 0 && last >= rows.length - nearEnd) onNearEnd();
      }}
    />
  );
}

/** @param isLate true for a document reported after its deadline, or past it and not reported yet */
function Cells({ row, isLate }: { row: InvoiceRow; isLate: boolean }) {
  const { t, format, words } = useLanguage();
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: see `RowTable`
    <>
      <span role="cell" className={styles.number}>
        <bdi dir="ltr">{row.number}</bdi>
      </span>
      <span role="cell">
        {format.dateTime(row.trueAt ?? row.issuedAt)}
        <small className={styles.by}>
          {row.trueAt !== undefined && `${t('invoices.dated', { date: format.date(row.issuedAt) })} · `}
          <ActorName name={row.by} />
        </small>
      </span>
      <span role="cell" className={common.cut}>
        {row.kind !== 'invoice' && (
          <span className={styles.kind} data-kind={row.kind}>
            {row.kind === 'creditNote' && <IconReceiptRefund size={20} aria-hidden />}
            {words.kinds[row.kind]}
          </span>
        )}
        {row.buyerName ?? t('invoices.consumer')}
      </span>
      <span role="cell" className={common.right}>
        <Money amount={row.kind === 'creditNote' ? -row.payable : row.payable} />
      </span>
      <span role="cell" className={styles.status}>
        <StatusMark state={row.state} />
        {row.reissuedAs !== undefined ? (
          <span className={styles.reissued}>{t('invoices.reissuedAs', { number: row.reissuedAs })}</span>
        ) : (
          isLate && <LateMark />
        )}
      </span>
    </>
    // biome-ignore-end lint/a11y/useSemanticElements: see `RowTable`
  );
}

/**
 * Keeps the visible rows in place when new ones arrive above them. At the top of the list the new ones come into view.
 */
function useSteadyScroll(scroller: Scroller, rows: readonly InvoiceRow[]): void {
  const first = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const cameAbove = rows.findIndex(({ uuid }) => uuid === first.current);
    if (scroller.current !== null && scroller.current.scrollTop > 0 && cameAbove > 0)
      scroller.current.scrollBy({ top: cameAbove * rowHeight, behavior: 'instant' });
    first.current = rows[0]?.uuid;
  }, [rows, scroller]);
}
