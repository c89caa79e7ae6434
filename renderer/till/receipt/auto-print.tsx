import { createContext, type ReactNode, useContext, useRef } from 'react';

const AutoPrintContext = createContext<((form: string) => boolean) | undefined>(undefined);

/**
 * The provider that remembers the last fresh form of a document. It is above the screens, which are mounted and
 * unmounted.
 */
export function AutoPrintProvider({ children }: { children: ReactNode }) {
  const last = useRef<string>(undefined);
  const takeFresh = (form: string) => {
    const isFresh = last.current !== form;
    last.current = form;
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
