import { prunedDays } from '../../../shared/stored/settings/integration.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { createSettings } from '../../books/ledger/database/settings.ts';

export interface DailyPruneOptions {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  /** The number of days for which finished rows are kept; at most 180. */
  readonly keepDays: number;
  /** Deletes rows older than that time, in milliseconds since 1970. */
  readonly prune: (before: number) => void;
}

const dayMs = 24 * 60 * 60_000;
/** The number of days to remember, which is the longest `keepDays`. */
const mostDays = 180;

/**
 * Prunes at its first call of each day, and only rows that are older than that many days on which the program ran. If a
 * clock is a year ahead for an hour, everything looks a year old, but this counts as one day, so nothing is lost.
 * @returns a function that may be called as often as needed
 */
export function createDailyPrune({ database, clock, keepDays, prune }: DailyPruneOptions): () => void {
  if (keepDays > mostDays) throw new Error(`at most ${mostDays} days can be told apart`);
  const settings = createSettings(database);
  let today: number | undefined;

  return () => {
    const now = clock.now();
    const day = Math.floor(now / dayMs);
    if (day === today) return;
    today = day; // If it fails, the next attempt is tomorrow, since pruning is not urgent.
    const days = noteDay(settings, day).slice(-keepDays);
    // The earliest day counts, not the first: a day from the future may be among them.
    if (days.length === keepDays) prune(Math.min(now - keepDays * dayMs, Math.min(...days) * dayMs));
  };
}

/** Notes a day. @returns all remembered days */
function noteDay(settings: Settings, day: number): number[] {
  const before = settings.read(prunedDays);
  if (before.includes(day)) return before;
  const days = [...before, day].slice(-mostDays);
  settings.write(prunedDays, days);
  return days;
}
