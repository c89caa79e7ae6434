import { useEffect, useEffectEvent } from 'react';
import { isModalOpen } from './modal.ts';

/**
 * All keys of the program, in one place: the screens and `frame.tsx` bind them, the buttons show them, and
 * `keys-overlay.tsx` lists them.
 */
export const keys = {
  main: 'F9',
  newLine: 'F2',
  return: 'F3',
  customer: 'F4',
  discount: 'F6',
  more: 'F10',
  removeLine: 'Ctrl+Delete',
  undo: 'Ctrl+Z',
  tiles: 'Alt+6',
  openItem: 'F8',
  saleScreen: 'Alt+1',
  invoicesScreen: 'Alt+2',
  settingsScreen: 'Alt+3',
  shiftScreen: 'Alt+4',
  hold: 'Alt+8',
  heldBaskets: 'Alt+9',
  articlesScreen: 'Alt+5',
  todayScreen: 'Alt+7',
  language: 'F7',
  help: 'F1',
  back: 'Escape',
  payCash: 'F2',
  payCard: 'F3',
  payTransfer: 'F4',
  payOnAccount: 'F6',
  paySeveral: 'F8',
  everything: 'F2',
  exchange: 'F8',
  confirm: 'Ctrl+Enter',
} as const;
export type Key = (typeof keys)[keyof typeof keys];

type Bindings = Partial<Record<Key, (() => void) | undefined>>;

/**
 * Binds keys while the component is mounted. A key held down acts once; while a dialog is open, only the dialog
 * receives keys.
 */
export function useKeys(bindings: Bindings): void {
  useBindings(bindings, (event) => !isForDialog.has(event));
}

/**
 * The keys that found a dialog open. The key that closes the dialog is not for the screen below, which returns at once.
 * This is not a state, because an event is marked once, before any component sees it.
 */
const isForDialog = new WeakSet<Event>();
if (typeof window !== 'undefined')
  window.addEventListener(
    'keydown',
    (event) => {
      if (isModalOpen()) isForDialog.add(event);
    },
    { capture: true },
  );

/** Binds keys of a dialog while its content is mounted. */
export function useDialogKeys(bindings: Bindings): void {
  useBindings(bindings, () => true);
}

function useBindings(bindings: Bindings, mayAct: (event: KeyboardEvent) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = bindings[keyOf(event)];
    if (action === undefined || event.defaultPrevented || !mayAct(event)) return;
    event.preventDefault();
    if (!event.repeat) action();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}

/** Lets a held-down Enter press a button or send a form only once; otherwise each repeat would be another press. */
export function useSinglePresses(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
        event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

function keyOf(event: KeyboardEvent): Key {
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  // Reads digits with Alt and letters with Ctrl by the position of the key, since its character may differ, for
  // instance in Arabic.
  const name = (event.altKey ? digit : undefined) ?? (event.ctrlKey ? letter : undefined) ?? event.key;
  return `${event.ctrlKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${name}` as Key;
}
