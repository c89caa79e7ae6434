import { type FocusEvent, type MouseEvent, useRef } from 'react';
import { settling } from './use-settled.ts';

/**
 * Returns the properties of a button that issues a document: an extra Enter, after the one that moved the focus here,
 * must not press it.
 */
export function useSteadyPress(onPress: () => void) {
  const focusedAt = useRef(Number.NEGATIVE_INFINITY);
  return {
    onFocus(event: FocusEvent) {
      focusedAt.current = event.timeStamp;
    },
    onClick(event: MouseEvent) {
      const isByKey = event.detail === 0;
      if (!isByKey || event.timeStamp - focusedAt.current >= settling) onPress();
    },
  };
}
