/* The charts of Today, loaded when that page is first shown. */

export { ShareChart } from './share-chart.tsx';
export { TimeChart } from './time-chart.tsx';
