/** The number of milliseconds between two checks that npm still runs. */
const pollIntervalMs = 500;

/**
 * Returns a signal that aborts when the laboratory gets a process signal. It also aborts when the npm process that
 * started it gets one, because npm's shell dies without passing the signal on.
 */
export function untilInterrupted(): AbortSignal {
  const interruption = new AbortController();
  const interrupt = () => {
    // Work that was pending in an interrupted round may fail.
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
    }, pollIntervalMs).unref();
  }
  return interruption.signal;
}
