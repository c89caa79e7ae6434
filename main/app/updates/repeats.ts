import type { Clock } from '../../base/platform/clock.ts';

/** Creates a list of repeated work, whose errors are logged. */
export function createRepeats(clock: Pick<Clock, 'after'>, onError: (error: unknown) => void) {
  const cancels = new Set<() => void>();
  let isStopped = false;
  return {
    start() {
      isStopped = false;
    },
    add(every: () => number, first: number, work: () => Promise<void>): void {
      let cancel = clock.after(first, next);
      cancels.add(() => cancel());
      function next(): void {
        work()
          .catch(onError)
          .finally(() => {
            if (!isStopped) cancel = clock.after(every(), next);
          });
      }
    },
    stop() {
      isStopped = true;
      for (const cancel of cancels) cancel();
      cancels.clear();
    },
  };
}
