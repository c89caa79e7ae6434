import { useEffect, useState } from 'react';

type Charts = typeof import('./charts.tsx');

/**
 * The charts, once they are loaded. The browser keeps a loaded module for the whole page anyway; only this variable gives
 * it without waiting, so that charts that are opened again appear at once.
 */
let loaded: Charts | undefined;

/** Loads them before they are needed. */
export async function loadCharts(): Promise<Charts> {
  loaded = await import('./charts.tsx');
  return loaded;
}

/** Returns the charts once they are loaded, and 'none' if they cannot be: the tables say the same. */
export function useCharts(): Charts | 'none' | undefined {
  const [charts, setCharts] = useState<Charts | 'none' | undefined>(loaded);
  useEffect(() => {
    let isGone = false;
    const take = (found: Charts | 'none') => isGone || setCharts(found);
    loadCharts().then(take, () => take('none'));
    return () => {
      isGone = true;
    };
  }, []);
  return charts;
}
