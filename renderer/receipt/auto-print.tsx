import { createContext, type ReactNode, useContext, useRef } from 'react';

const AutoPrintContext = createContext<((uuid: string) => boolean) | undefined>(undefined);

/** Remembers the last document that was handed over fresh, above the screens that come and go. */
export function AutoPrintProvider({ children }: { children: ReactNode }) {
  const last = useRef<string>(undefined);
  const takeFresh = (uuid: string) => {
    const isFresh = last.current !== uuid;
    last.current = uuid;
    return isFresh;
  };
  return <AutoPrintContext value={takeFresh}>{children}</AutoPrintContext>;
}

/** Says of a new document once that it is fresh: leaving its screen and coming back prints no second receipt. */
export function useTakeFresh(): (uuid: string) => boolean {
  const takeFresh = useContext(AutoPrintContext);
  if (takeFresh === undefined) throw new Error('outside AutoPrintProvider');
  return takeFresh;
}
