import { useSyncExternalStore } from 'react';
import { go } from '../route.ts';
import { everything, type ListName, type Narrowing } from './narrowing.ts';

interface Place {
  /** Pixels scrolled. */
  offset: number;
  /** UUID of the row that had the focus. */
  active: string | undefined;
}

/*
 * Where the reader was in the list and what it was narrowed to: coming back from an invoice goes on from there. Lives
 * as long as the page.
 */

export const place: Place = { offset: 0, active: undefined };
let narrowing = everything;
const listeners = new Set<() => void>();

/** Narrows the list; it is read from its top again. */
export function narrow(change: Partial<Narrowing>): void {
  narrowing = { ...narrowing, ...change };
  Object.assign(place, { offset: 0, active: undefined });
  for (const listener of listeners) listener();
}

/** Goes to one of the lists, all of it. */
export function showList(list: ListName): void {
  narrow({ ...everything, list });
  go({ screen: 'invoices' });
}

export function useNarrowing(): Narrowing {
  return useSyncExternalStore(subscribe, () => narrowing);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
