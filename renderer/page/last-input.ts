import { useSyncExternalStore } from 'react';

/** The kind of the last input: a finger, or else a key, a mouse or a pen. */
type LastInput = 'touch' | 'other';

let last: LastInput = 'other';
const listeners = new Set<() => void>();

function note(input: LastInput): void {
  if (input === last) return;
  last = input;
  for (const listener of listeners) listener();
}

// Before every other listener of the page, so that what follows from an input knows its kind.
window.addEventListener(
  'pointerdown',
  ({ pointerType }) => note(pointerType === 'touch' ? 'touch' : 'other'),
  { capture: true },
);
window.addEventListener('keydown', ({ isTrusted }) => isTrusted && note('other'), { capture: true });

/** Returns the kind of the last input. */
export const lastInput = (): LastInput => last;

/** Returns whether the last input was a finger. */
export function useTouchInput(): boolean {
  return useSyncExternalStore(subscribe, lastInput) === 'touch';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
