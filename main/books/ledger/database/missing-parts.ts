import { type Database, openDatabase } from './database.ts';
import { migrations } from './schema/index.ts';

/**
 * Lists the missing parts of a ledger of the current schema, one text for each: the triggers that protect its rows, and
 * the body and the submission of every document, without which the document is lost or never sent.
 */
export function missingParts(database: Database): string[] {
  const has = new Set(triggersOf(database));
  triggersOfSchema ??= madeTriggers();
  const triggers = triggersOfSchema.filter((name) => !has.has(name));
  const rows = partsOfDocument.flatMap((table) => missingRow(database, table));
  return [...triggers.map((name) => `the trigger ${name} is missing`), ...rows];
}

/** The list is cached while the program runs, since the schema does not change and listing its parts takes 30 ms. */
let triggersOfSchema: readonly string[] | undefined;

function madeTriggers(): readonly string[] {
  const made = openDatabase(':memory:', migrations);
  try {
    return triggersOf(made);
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

/** The tables that have a row for every document. */
const partsOfDocument = ['body', 'submission'] as const;

function missingRow(database: Database, table: (typeof partsOfDocument)[number]): string[] {
  const icv = database
    .prepare<[], number | null>(
      `SELECT min(d.icv) FROM document AS d LEFT JOIN ${table} AS t USING (icv) WHERE t.icv IS NULL`,
    )
    .pluck()
    .get();
  return typeof icv === 'number' ? [`a ${table} is missing at ${icv}`] : [];
}
