import type { Clock } from '../../../base/platform/clock.ts';
import type { Database } from './database.ts';

/*
 * A value that a process keeps in memory of a database is true only until a process writes there, another one or this.
 * SQLite counts both kinds of commits, and to read the counts takes about a microsecond. So they are read before each
 * use of the value; only if one has risen, the few rows behind it are compared. No process has to notify another.
 */

/** The milliseconds between two looks while nothing is used: a screen, a port or a timer follows what others change. */
const lookEvery = 1_000;

/** Returns the present state of some rows as a short text; the same text means that nothing has to be read again. */
export type Mark = () => string;

interface Follower {
  readonly mark: Mark;
  readonly onChange: () => void;
  seen: string;
}

/** The changes of one database, by this process and by all others. */
export interface Changes {
  /**
   * Keeps a value that is made from rows and is slow to make.
   * @param what its name, in the page that lists all of them
   * @returns a function for each use, which makes the value again if the rows have changed
   */
  kept<T>(what: string, mark: Mark, make: () => T): () => T;
  /**
   * Calls back after this or another process changed rows: at the next `look`, and within a second.
   * @param what its name, in the page that lists all of them
   * @returns a function that ends this
   */
  follow(what: string, mark: Mark, onChange: () => void): () => void;
  /** Finds out what has changed, before something is used that `follow` brings up to date. */
  look(): void;
  /**
   * Looks each second.
   * @param onError called for what a callback throws
   * @returns a function that ends this
   */
  watch(clock: Pick<Clock, 'after'>, onError: (error: unknown) => void): () => void;
}

export function createChanges(database: Database): Changes {
  const commits = database.prepare<[], number>('PRAGMA data_version').pluck();
  const ownCommits = database.prepare<[], number>('SELECT total_changes()').pluck();
  const followers = new Set<Follower>();
  let looked = '';

  /** Undefined within a transaction, whose changes may yet be undone. */
  const version = () => (database.inTransaction ? undefined : `${commits.get()} ${ownCommits.get()}`);

  function look(): void {
    const now = version();
    if (now === undefined || now === looked) return;
    looked = now;
    for (const follower of followers) {
      const mark = follower.mark();
      if (mark === follower.seen) continue;
      follower.seen = mark;
      follower.onChange();
    }
  }

  return {
    kept<T>(_what: string, mark: Mark, make: () => T) {
      let made: { readonly mark: string; readonly value: T } | undefined;
      let checked: string | undefined;
      return () => {
        const now = version();
        if (made !== undefined && now !== undefined && now === checked) return made.value;
        const present = mark();
        if (made?.mark !== present) made = { mark: present, value: make() };
        checked = now;
        return made.value;
      };
    },
    follow(_what, mark, onChange) {
      const follower = { mark, onChange, seen: mark() };
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    look,
    watch(clock, onError) {
      let cancel = lookLater();
      function lookLater(): () => void {
        return clock.after(lookEvery, () => {
          cancel = lookLater();
          try {
            look();
          } catch (error) {
            onError(error);
          }
        });
      }
      return () => cancel();
    },
  };
}
