import { createContext, type ReactNode, useContext, useRef } from 'react';

const AutoPrintContext = createContext<((form: string) => boolean) | undefined>(undefined);

/**
 * The provider that remembers the fresh forms of documents: an exchange has two documents. It is above the screens,
 * which are mounted and unmounted.
 */
export function AutoPrintProvider({ children }: { children: ReactNode }) {
  const taken = useRef(new Set<string>());
  const takeFresh = (form: string) => {
    const isFresh = !taken.current.has(form);
    taken.current.add(form);
    return isFresh;
  };
  return <AutoPrintContext value={takeFresh}>{children}</AutoPrintContext>;
}

/**
 * Returns a function that returns true once for each new document or new form of it, so that returning to its screen
 * does not print a second receipt.
 */
export function useTakeFresh(): (form: string) => boolean {
  const takeFresh = useContext(AutoPrintContext);
  if (takeFresh === undefined) throw new Error('outside AutoPrintProvider');
  return takeFresh;
}
