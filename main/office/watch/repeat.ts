import type { Clock } from '../../base/platform/clock.ts';

export type Repeated = ReturnType<typeof repeat>;

/**
 * Does the work at once, and again this many milliseconds after each run. `onError` receives failures, which do not
 * stop the repetition.
 */
export function repeat(
  work: () => Promise<void>,
  {
    clock,
    pauseMs,
    onError,
  }: { clock: Pick<Clock, 'after'>; pauseMs: number; onError(error: unknown): void },
) {
  let cancel = () => {};
  let isStopped = false;
  let underWay = Promise.resolve();
  const once = () => {
    underWay = work()
      .catch(onError)
      .then(() => {
        if (!isStopped) cancel = clock.after(pauseMs, once);
      });
  };
  once();
  return {
    /** Stops; resolves when the work in progress has ended. */
    stop(): Promise<void> {
      isStopped = true;
      cancel();
      return underWay;
    },
  };
}
