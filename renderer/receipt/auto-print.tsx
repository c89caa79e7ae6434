import { createContext, type ReactNode, useContext, useRef } from 'react';

const AutoPrintContext = createContext<((uuid: string) => boolean) | undefined>(undefined);

/** The provider that remembers the last fresh document, above the screens that come and go. */
export function AutoPrintProvider({ children }: { children: ReactNode }) {
  const last = useRef<string>(undefined);
  const takeFresh = (uuid: string) => {
    const isFresh = last.current !== uuid;
    last.current = uuid;
    return isFresh;
  };
  return <AutoPrintContext value={takeFresh}>{children}</AutoPrintContext>;
}

/**
 * Returns a function that gives true for a new document once, so that leaving its screen and coming back prints no
 * second receipt.
 */
export function useTakeFresh(): (uuid: string) => boolean {
  const takeFresh = useContext(AutoPrintContext);
  if (takeFresh === undefined) throw new Error('outside AutoPrintProvider');
  return takeFresh;
}
