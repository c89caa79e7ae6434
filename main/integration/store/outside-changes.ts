import type { Clock } from '../../platform/clock.ts';

/** The pause between two checks whether another program wrote to the file, milliseconds. */
const checkEvery = 1_000;

/**
 * Calls back when another program changed a database. One that works on the same folder issues documents, sends the
 * webhooks and answers the apps there, or a manager uses the command line, and waits for the result. No event of ours
 * says so, but SQLite's count of others' commits does.
 * @param commits returns that count
 * @returns a function that stops watching
 */
export function watchOutsideChanges(
  commits: () => number,
  clock: Pick<Clock, 'after'>,
  onChange: () => void,
): () => void {
  let known = commits();
  let cancel = lookLater();

  function lookLater(): () => void {
    return clock.after(checkEvery, () => {
      cancel = lookLater();
      const now = read() ?? known;
      if (now === known) return;
      known = now;
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
