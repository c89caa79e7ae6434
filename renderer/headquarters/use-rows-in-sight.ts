import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

interface Row {
  readonly index: number;
  /** Distance from the top of the list in pixels. */
  readonly start: number;
}

/** Returns the rows in view of a list with rows of one height, and a few around them. */
export function useRowsInSight(
  count: number,
  rowHeight: number,
  scroller: RefObject<HTMLElement | null>,
): { rows: readonly Row[]; height: number; scrollTo(index: number): void } {
  'use no memo'; // The library changes its object in place.
  const list = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  return {
    rows: list.getVirtualItems().map(({ index, start }) => ({ index, start })),
    height: list.getTotalSize(),
    scrollTo: (index) => list.scrollToIndex(index),
  };
}
