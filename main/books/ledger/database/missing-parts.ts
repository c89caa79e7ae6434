import { alteredPart, type Database } from './database.ts';
import { migrations } from './schema/index.ts';

/**
 * Returns what is missing or strange in a ledger, one text for each: the first part of its schema that is not that of
 * its version, and the body and the submission of every document, without which the document is lost or never sent.
 */
export function missingParts(database: Database): string[] {
  const altered = alteredPart(database, migrations) ?? [];
  return [altered, ...partsOfDocument.map((table) => missingRow(database, table))].flat();
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
