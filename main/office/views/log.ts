import type { OfficeOutput } from '../../../shared/office/contract.ts';
import { contractRows } from '../database/contract-rows.ts';
import type { OfficeDatabase } from '../database/database.ts';

const page = 100;

export function listLines(
  database: OfficeDatabase,
  tenant: number,
  before: number | undefined,
): Promise<OfficeOutput<'log.list'>> {
  return database.within({ tenant }, async (client) => {
    const rows = await contractRows<OfficeOutput<'log.list'>['lines'][number]>(
      client,
      `SELECT l.id, l.at, p.name, l.action, l.detail FROM office_line AS l LEFT JOIN person AS p USING (person)
       WHERE ($1::bigint IS NULL OR l.id < $1) ORDER BY l.id DESC LIMIT $2`,
      [before ?? null, page + 1],
    );
    return { lines: rows.slice(0, page), hasMore: rows.length > page };
  });
}
