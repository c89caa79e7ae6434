import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react';
import styles from './row-table.module.css';

export type Scroller = RefObject<HTMLDivElement | null>;

interface RowTableProps<R> {
  readonly label: string;
  readonly columns: readonly {
    readonly name: string;
    readonly text: string;
    readonly className?: string | undefined;
  }[];
  readonly rows: readonly R[];
  readonly total: number;
  /** The height of every row in pixels; it is fixed, so that no row needs measuring. */
  readonly rowHeight: number;
  readonly rowClass: string | undefined;
  readonly keyOf: (row: R) => string;
  /** The key of the one row that the Tab key reaches; the first row if no row has it. */
  readonly active: string | undefined;
  readonly scroller: Scroller;
  /** Returns how far the list is scrolled when it appears, in pixels; by default not at all. */
  readonly initialOffset?: () => number;
  readonly renderCells: (row: R) => ReactNode;
  readonly onActive: (key: string) => void;
  readonly onOpen: (row: R) => void;
  readonly onScroll?: (offset: number) => void;
  /** Called with the index of the last row in the page. */
  readonly onShown?: (last: number) => void;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** A table whose rows open. Of thousands of rows, only those in view are in the page. */
export function RowTable<R>(props: RowTableProps<R>) {
  const { columns, rows, rowHeight, rowClass, keyOf, active, scroller, initialOffset } = props;
  const { onActive, onOpen, onScroll, onShown } = props;
  const { inSight, height, scrollTo } = useRowsInSight({
    ...{ count: rows.length, rowHeight, scroller },
    ...(initialOffset !== undefined && { initialOffset }),
  });
  const last = inSight.at(-1)?.index ?? 0;
  useEffect(() => onShown?.(last), [last, onShown]);
  const activeIndex = Math.max(
    0,
    rows.findIndex((row) => keyOf(row) === active),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const index = Math.min(rows.length - 1, Math.max(0, activeIndex + (step ?? 0)));
    const row = rows[index];
    if (row === undefined) return;
    if (event.key === 'Enter') onOpen(row);
    if (step === undefined) return;
    event.preventDefault();
    onActive(keyOf(row));
    scrollTo(index);
    focusSoon(scroller, keyOf(row));
  };
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: a table element lays out all of its rows; these have positions
    // biome-ignore-start lint/a11y/useKeyWithClickEvents: the table handles the keys of all its rows
    <div className={styles.table} role="table" aria-rowcount={props.total + 1} aria-label={props.label}>
      <div role="rowgroup" className={styles.headGroup}>
        <div
          role="row"
          aria-rowindex={1}
          tabIndex={-1}
          className={`${styles.row} ${rowClass} ${styles.head}`}
        >
          {columns.map(({ name, text, className }) => (
            <span
              key={name}
              role="columnheader"
              tabIndex={-1}
              data-column={name}
              {...(className !== undefined && { className })}
            >
              {text}
            </span>
          ))}
        </div>
      </div>
      <div
        ref={scroller}
        className={styles.scroller}
        role="rowgroup"
        onKeyDown={onKeyDown}
        onScroll={(event) => onScroll?.(event.currentTarget.scrollTop)}
      >
        <div className={styles.all} style={{ blockSize: height }}>
          {inSight.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={keyOf(row)}
                role="row"
                aria-rowindex={index + 2}
                tabIndex={index === activeIndex ? 0 : -1}
                data-row={keyOf(row)}
                className={`${styles.row} ${rowClass}`}
                style={{ position: 'absolute', insetBlockStart: start, insetInline: 0, blockSize: rowHeight }}
                onFocus={() => onActive(keyOf(row))}
                onClick={() => onOpen(row)}
              >
                {props.renderCells(row)}
              </div>
            );
          })}
        </div>
      </div>
    </div>
    // biome-ignore-end lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore-end lint/a11y/useSemanticElements: see above
  );
}

/** Focuses a row once the virtualizer has added it to the page. */
export function focusSoon(scroller: Scroller, key: string): void {
  requestAnimationFrame(() =>
    scroller.current?.querySelector<HTMLElement>(`[data-row="${key}"]`)?.focus({ preventScroll: true }),
  );
}

interface Row {
  readonly index: number;
  /** Distance from the top of the list in pixels. */
  readonly start: number;
}

interface RowsOptions {
  readonly count: number;
  readonly rowHeight: number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Returns how far the list is scrolled when it appears, in pixels; by default not at all. */
  readonly initialOffset?: () => number;
}

/** Returns the rows in view of a list with rows of one height, and a few around them. */
function useRowsInSight({ count, rowHeight, scroller, initialOffset }: RowsOptions): {
  inSight: readonly Row[];
  height: number;
  scrollTo(index: number): void;
} {
  // The virtualizer is an object that changes in place, so the React compiler would take it for unchanged.
  'use no memo';
  const list = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    ...(initialOffset !== undefined && { initialOffset }),
  });
  return {
    inSight: list.getVirtualItems().map(({ index, start }) => ({ index, start })),
    height: list.getTotalSize(),
    scrollTo: (index) => list.scrollToIndex(index),
  };
}
