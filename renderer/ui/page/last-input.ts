import { createContext, useContext, useSyncExternalStore } from 'react';

/** The kind of an input: a finger, or else a key, a mouse or a pen. */
type InputKind = 'touch' | 'other';

interface LastInput {
  readonly kind: () => InputKind;
  /** @returns a function that ends the calls */
  readonly subscribe: (onChange: () => void) => () => void;
}

export const LastInputContext = createContext<LastInput | undefined>(undefined);

/**
 * Follows the inputs of the page for its whole life. It is called before anything else listens, so that reactions to an
 * input know its kind.
 */
export function followInputs(): LastInput {
  let last: InputKind = 'other';
  const listeners = new Set<() => void>();
  const note = (input: InputKind) => {
    if (input === last) return;
    last = input;
    for (const listener of listeners) listener();
  };
  window.addEventListener(
    'pointerdown',
    ({ pointerType }) => note(pointerType === 'touch' ? 'touch' : 'other'),
    { capture: true },
  );
  window.addEventListener('keydown', ({ isTrusted }) => isTrusted && note('other'), { capture: true });
  return {
    kind: () => last,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** Returns the last input, without a new render when it changes. */
export function useLastInput(): LastInput {
  const lastInput = useContext(LastInputContext);
  if (lastInput === undefined) throw new Error('outside LastInputContext');
  return lastInput;
}

export function useTouchInput(): boolean {
  const { kind, subscribe } = useLastInput();
  return useSyncExternalStore(subscribe, kind) === 'touch';
}
