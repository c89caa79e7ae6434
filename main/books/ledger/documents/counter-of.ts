import type { Database } from '../database/database.ts';

/**
 * Returns a function that finds the counter of the document with exactly this number; undefined when there is none.
 * Numbers are indexed without regard to capitals.
 */
export function createCounterOf(database: Database): (number: string) => number | undefined {
  const select = database
    .prepare<[{ number: string }], number>(
      'SELECT icv FROM document WHERE number = :number COLLATE NOCASE AND number = :number',
    )
    .pluck();
  return (number) => select.get({ number });
}
