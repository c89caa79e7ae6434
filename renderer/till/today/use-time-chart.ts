import { later } from '../../ui/components/later.tsx';

/** The chart by hour or day, whose library is larger than any screen. */
export const { load: loadTimeChart, useLoaded: useTimeChart } = later(
  async () => (await import('./time-chart.tsx')).TimeChart,
);
