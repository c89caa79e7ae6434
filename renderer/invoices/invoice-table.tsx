import { IconReceiptRefund } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { InvoiceRow } from '../../shared/contract/invoices.ts';
import { ActorName } from '../components/actor-name.tsx';
import common from '../components/common.module.css';
import { isRowLate, LateMark } from '../components/late-mark.tsx';
import { Money } from '../components/money.tsx';
import table from '../components/row-table.module.css';
import { StatusMark } from '../components/status-mark.tsx';
import { useRowsInSight } from '../components/use-rows-in-sight.ts';
import { useLanguage } from '../language/language.tsx';
import { go } from '../page/route.ts';
import { useStatus } from '../terminal/status.tsx';
import { useNow } from '../terminal/use-now.ts';
import styles from './invoice-table.module.css';
import { useListState } from './list-state.tsx';

/** The height of every row in pixels; it is fixed, so that no row needs measuring. */
const rowHeight = 60;
/** The number of rows before the end at which older ones are requested. */
const nearEnd = 30;

interface InvoiceTableProps {
  readonly rows: readonly InvoiceRow[];
  /** The number of invoices in the list, loaded or not. */
  readonly total: number;
  readonly onNearEnd: () => void;
}

/** The table of invoices. Of thousands of rows, only those in view are in the page. */
export function InvoiceTable({ rows, total, onNearEnd }: InvoiceTableProps) {
  const { t } = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const { place, moveTo } = useListState();
  const [before] = useState(() => place().active);
  const [active, setActive] = useState(before);
  const now = useNow(useStatus()?.now);
  const { inSight, height, scrollTo } = useRowsInSight({
    count: rows.length,
    rowHeight,
    scroller,
    initialOffset: () => place().offset,
  });
  const lastShown = inSight.at(-1)?.index ?? 0;

  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - nearEnd) onNearEnd();
  }, [rows.length, lastShown, onNearEnd]);
  useSteadyScroll(scroller, rows);

  // Focuses the row of the invoice that was open before, so that the keys continue from there.
  useEffect(() => {
    if (before !== undefined) focusSoon(scroller, before);
  }, [before]);

  const activeIndex = Math.max(
    0,
    rows.findIndex(({ uuid }) => uuid === active),
  );
  const activate = (uuid: string) => {
    moveTo({ active: uuid });
    setActive(uuid);
  };
  const focusRow = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    activate(row.uuid);
    scrollTo(index);
    focusSoon(scroller, row.uuid);
  };
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const row = rows[activeIndex];
    if (step !== undefined) {
      event.preventDefault();
      focusRow(Math.min(rows.length - 1, Math.max(0, activeIndex + step)));
    } else if (event.key === 'Enter' && row !== undefined) go({ screen: 'invoice', uuid: row.uuid });
  };

  return (
    // biome-ignore-start lint/a11y/useSemanticElements: a table element lays out all of its rows; these have positions
    <div className={table.table} role="table" aria-rowcount={total + 1} aria-label={t('invoices.title')}>
      <div role="rowgroup" className={table.headGroup}>
        <div
          role="row"
          aria-rowindex={1}
          tabIndex={-1}
          className={`${table.row} ${styles.row} ${table.head}`}
        >
          <span role="columnheader" tabIndex={-1}>
            {t('invoices.number')}
          </span>
          <span role="columnheader" tabIndex={-1}>
            {t('invoices.time')}
          </span>
          <span role="columnheader" tabIndex={-1}>
            {t('invoices.customer')}
          </span>
          <span role="columnheader" tabIndex={-1} className={common.right}>
            {t('invoices.total')}
          </span>
          <span role="columnheader" tabIndex={-1}>
            {t('invoices.status')}
          </span>
        </div>
      </div>
      <div
        ref={scroller}
        className={table.scroller}
        role="rowgroup"
        onKeyDown={onKeyDown}
        onScroll={(event) => moveTo({ offset: event.currentTarget.scrollTop })}
      >
        <div className={table.all} style={{ blockSize: height }}>
          {inSight.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <Row
                key={row.uuid}
                row={row}
                index={index}
                offset={start}
                isLate={isRowLate(row, now)}
                isActive={index === activeIndex}
                onFocus={() => activate(row.uuid)}
              />
            );
          })}
        </div>
      </div>
    </div>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
  );
}

interface RowProps {
  readonly row: InvoiceRow;
  readonly index: number;
  /** Distance from the top of the list in pixels. */
  readonly offset: number;
  /** True for a document reported after its deadline, or past it and not reported yet. */
  readonly isLate: boolean;
  /** True for the one row that the Tab key reaches. */
  readonly isActive: boolean;
  readonly onFocus: () => void;
}

function Row({ row, index, offset, isLate, isActive, onFocus }: RowProps) {
  const { t, format, words } = useLanguage();
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: see the table
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table handles the keys of all its rows
    <div
      role="row"
      aria-rowindex={index + 2}
      tabIndex={isActive ? 0 : -1}
      data-uuid={row.uuid}
      className={`${table.row} ${styles.row}`}
      style={{ position: 'absolute', insetBlockStart: offset, insetInline: 0, blockSize: rowHeight }}
      onFocus={onFocus}
      onClick={() => go({ screen: 'invoice', uuid: row.uuid })}
    >
      <span role="cell" className={styles.number}>
        <bdi dir="ltr">{row.number}</bdi>
      </span>
      <span role="cell">
        {format.dateTime(row.trueAt ?? row.issuedAt)}
        {(row.by !== undefined || row.trueAt !== undefined) && (
          <small className={styles.by}>
            {row.trueAt !== undefined && t('invoices.dated', { date: format.date(row.issuedAt) })}
            {row.trueAt !== undefined && row.by !== undefined && ' · '}
            {row.by !== undefined && <ActorName name={row.by} />}
          </small>
        )}
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
    </div>
    // biome-ignore-end lint/a11y/useSemanticElements: see the table
  );
}

type Scroller = RefObject<HTMLDivElement | null>;

/** Focuses a row once the virtualizer has added it to the page. */
function focusSoon(scroller: Scroller, uuid: string): void {
  requestAnimationFrame(() =>
    scroller.current?.querySelector<HTMLElement>(`[data-uuid="${uuid}"]`)?.focus({ preventScroll: true }),
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
