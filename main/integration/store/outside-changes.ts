import type { Clock } from '../../base/platform/clock.ts';

/** The number of milliseconds between two checks for changes by other programs. */
const checkEvery = 1_000;

/**
 * Calls back when another program changed a database. Another program on the same folder may issue documents, send
 * webhooks or answer apps, or a manager may use the command line and wait for the result. No event reports this here,
 * but SQLite counts the commits of others.
 * @param commits returns that count
 * @returns a function that stops watching
 */
export function watchOutsideChanges(
  commits: () => number,
  clock: Pick<Clock, 'after'>,
  onChange: () => void,
): () => void {
  let seen = commits();
  let cancel = lookLater();

  function lookLater(): () => void {
    return clock.after(checkEvery, () => {
      cancel = lookLater();
      const now = read() ?? seen;
      if (now === seen) return;
      seen = now;
      onChange();
    });
  }

  /** A file that cannot be read is reported where its rows are needed, not here every second. */
  function read(): number | undefined {
    try {
      return commits();
    } catch {
      return undefined;
    }
  }

  return () => cancel();
}
