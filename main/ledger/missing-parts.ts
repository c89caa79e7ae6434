import { type Database, openDatabase } from './database.ts';
import { migrations } from './migrations/index.ts';

/**
 * Lists the missing parts of a ledger of the current schema, one text for each: the triggers that protect its rows, and
 * a submission for every document, without which it is never sent.
 */
export function missingParts(database: Database): string[] {
  const made = openDatabase(':memory:', migrations);
  try {
    const has = new Set(triggersOf(database));
    const triggers = triggersOf(made).filter((name) => !has.has(name));
    return [...triggers.map((name) => `the trigger ${name} is missing`), ...missingSubmission(database)];
  } finally {
    made.close();
  }
}

function triggersOf(database: Database): string[] {
  return database
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name`)
    .pluck()
    .all();
}

function missingSubmission(database: Database): string[] {
  const icv = database
    .prepare<[], number | null>(
      'SELECT min(d.icv) FROM document AS d LEFT JOIN submission AS s USING (icv) WHERE s.icv IS NULL',
    )
    .pluck()
    .get();
  return typeof icv === 'number' ? [`a submission is missing at ${icv}`] : [];
}
