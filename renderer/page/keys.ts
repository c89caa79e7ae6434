import { useEffect, useEffectEvent } from 'react';

/** All keys of the program, in one place: the screens bind them, the buttons show them, the overlay lists them. */
export const keys = {
  main: 'F9',
  newLine: 'F2',
  return: 'F3',
  customer: 'F4',
  discount: 'F6',
  payment: 'F8',
  more: 'F10',
  removeLine: 'Ctrl+Delete',
  saleScreen: 'Alt+1',
  invoicesScreen: 'Alt+2',
  settingsScreen: 'Alt+3',
  articlesScreen: 'Alt+4',
  language: 'F7',
  help: 'F1',
  back: 'Escape',
} as const;
export type Key = (typeof keys)[keyof typeof keys];

/**
 * Binds keys while the component is mounted. A key held down acts once; while a dialog is open, only the dialog
 * receives keys.
 */
export function useKeys(bindings: Partial<Record<Key, (() => void) | undefined>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = bindings[keyOf(event)];
    if (action === undefined || event.defaultPrevented) return;
    if (document.querySelector('[aria-modal="true"]') !== null) return;
    event.preventDefault();
    if (!event.repeat) action();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}

function keyOf(event: KeyboardEvent): Key {
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  // Reads digits with Alt by the place of the key, since its character may be another one, in Arabic for instance.
  const name = event.altKey && digit !== undefined ? digit : event.key;
  return `${event.ctrlKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${name}` as Key;
}
