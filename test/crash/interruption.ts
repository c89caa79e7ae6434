/** Milliseconds between checks that npm still runs. */
const lookEvery = 500;

/**
 * Aborts when somebody ends the laboratory: by a signal, or by one to the npm that started it, whose shell dies of it and
 * hands on nothing.
 */
export function untilInterrupted(): AbortSignal {
  const interruption = new AbortController();
  const interrupt = () => {
    // The pending work of an interrupted round has failed.
    process.on('unhandledRejection', () => undefined);
    interruption.abort();
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    const looking = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(looking);
      interrupt();
    }, lookEvery).unref();
  }
  return interruption.signal;
}
