import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { go } from '../page/route.ts';
import { everything, type ListFilter, type ListName } from './list-filter.ts';

interface Place {
  /** Pixels scrolled. */
  readonly offset: number;
  /** UUID of the row that had the focus. */
  readonly active: string | undefined;
}

interface ListState {
  readonly filter: ListFilter;
  /** Where the reader was in the list; moving there draws nothing anew. */
  place(): Place;
  moveTo(place: Partial<Place>): void;
  /** Narrows the list; it is read from its top again. */
  narrow(change: Partial<ListFilter>): void;
  /** Goes to one of the lists, all of it. */
  show(list: ListName): void;
}

const ListStateContext = createContext<ListState | undefined>(undefined);
const top: Place = { offset: 0, active: undefined };

/**
 * Keeps where the reader was in the list and what it was narrowed to: coming back from an invoice goes on from there.
 * Lives as long as the page.
 */
export function ListStateProvider({ children }: { children: ReactNode }) {
  const [filter, setFilter] = useState(everything);
  const place = useRef(top);
  const narrow = (change: Partial<ListFilter>) => {
    place.current = top;
    setFilter((before) => ({ ...before, ...change }));
  };
  const state: ListState = {
    filter,
    place: () => place.current,
    moveTo(next) {
      place.current = { ...place.current, ...next };
    },
    narrow,
    show(list) {
      narrow({ ...everything, list });
      go({ screen: 'invoices' });
    },
  };
  return <ListStateContext value={state}>{children}</ListStateContext>;
}

export function useListState(): ListState {
  const state = useContext(ListStateContext);
  if (state === undefined) throw new Error('outside ListStateProvider');
  return state;
}
