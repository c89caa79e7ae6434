import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

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
export function useRowsInSight({ count, rowHeight, scroller, initialOffset }: RowsOptions): {
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
