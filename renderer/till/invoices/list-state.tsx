import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { go } from '../../ui/page/route.ts';
import { everything, type ListFilter, type ListName } from './list-filter.ts';

interface Place {
  readonly offset: number;
  readonly active: string | undefined;
}

interface ListState {
  readonly filter: ListFilter;
  /** Returns the position in the list; `moveTo` changes it without a new render. */
  place(): Place;
  moveTo(place: Partial<Place>): void;
  /** Changes the filter and returns to the top of the list. */
  narrow(change: Partial<ListFilter>): void;
  show(list: ListName): void;
}

const ListStateContext = createContext<ListState | undefined>(undefined);
const top: Place = { offset: 0, active: undefined };

/**
 * The provider of the list's filter and position, so that the list is unchanged after a visit to an invoice. It lasts
 * as long as the page.
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
