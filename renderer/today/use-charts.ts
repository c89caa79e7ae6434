import { useEffect, useState } from 'react';

type Charts = typeof import('./charts.tsx');

const load = () => import('./charts.tsx');

/** Returns the charts once they are loaded, and 'none' where they cannot be: the tables say the same. */
export function useCharts(): Charts | 'none' | undefined {
  const [charts, setCharts] = useState<Charts | 'none'>();
  useEffect(() => {
    let isGone = false;
    const take = (loaded: Charts | 'none') => isGone || setCharts(loaded);
    load().then(take, () => take('none'));
    return () => {
      isGone = true;
    };
  }, []);
  return charts;
}
