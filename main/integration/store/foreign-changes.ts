import type { Database } from '../../ledger/database.ts';
import type { Clock } from '../../platform/clock.ts';

/** The pause between two checks whether another program wrote to the file, milliseconds. */
const checkEvery = 1_000;

/**
 * Calls back when another program changed the database. One that works on the same folder sends the webhooks and answers the
 * apps there, or a manager uses the command line, and waits for what comes of it; no event of ours says so, but SQLite's
 * count of the commits of others does.
 * @returns ends the watching
 */
export function watchForeignChanges(
  database: Pick<Database, 'pragma'>,
  clock: Pick<Clock, 'after'>,
  onChange: () => void,
): () => void {
  const version = () => database.pragma('data_version', { simple: true });
  let known = version();
  let cancel = lookLater();

  function lookLater(): () => void {
    return clock.after(checkEvery, () => {
      const now = version();
      cancel = lookLater();
      if (now === known) return;
      known = now;
      onChange();
    });
  }

  return () => cancel();
}
