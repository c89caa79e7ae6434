/** Runs one task after the other, in their order; a failed task does not stop the next. */
export function createSerialQueue() {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    run<T>(task: () => T | Promise<T>): Promise<T> {
      const running = tail.then(task);
      tail = running.catch(() => undefined);
      return running;
    },
    /** Resolves when all tasks that were added before have ended, successfully or not. */
    settled: () => tail.then(() => undefined),
  };
}
