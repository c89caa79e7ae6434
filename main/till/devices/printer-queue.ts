/** Runs one task at a time for a device. */
export type PrinterQueue = ReturnType<typeof createPrinterQueue>;

/** Runs one task after the other; those for which a customer waits go before all others that have not begun. */
export function createPrinterQueue() {
  const waiting: Readonly<Record<'first' | 'later', (() => Promise<void>)[]>> = { first: [], later: [] };
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    for (let next = take(); next !== undefined; next = take()) await next();
    isRunning = false;
  }
  const take = () => waiting.first.shift() ?? waiting.later.shift();

  return {
    run<T>(task: () => Promise<T>, when: keyof typeof waiting): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      waiting[when].push(() => task().then(resolve, reject));
      if (!isRunning) void runAll();
      return promise;
    },
  };
}
