import type { Clock } from '../../../base/platform/clock.ts';

/** Time limits in milliseconds: for opening a device, and for one that accepts no bytes. */
export const openTimeoutMs = 4_000;
export const writeTimeoutMs = 15_000;

export const pauseOf = (clock: Pick<Clock, 'after'>, milliseconds: number): Promise<void> =>
  new Promise((resolve) => clock.after(milliseconds, resolve));
