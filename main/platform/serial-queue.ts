/** Runs one task after the other, in their order; a failed task does not stop the next. */
export interface SerialQueue {
  /** Resolves or rejects as the task does. */
  run<T>(task: () => T | Promise<T>): Promise<T>;
  /** Resolves when all tasks that were added before have ended, successfully or not. */
  settled(): Promise<void>;
}

export function createSerialQueue(): SerialQueue {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const running = tail.then(task);
      tail = running.catch(() => undefined);
      return running;
    },
    settled: () => tail.then(() => undefined),
  };
}
