import type { OfficeOutput } from '../../../../shared/headquarters/contract.ts';
import type { OfficeDatabase } from '../database/database.ts';

const page = 100;

export function listLines(
  database: OfficeDatabase,
  tenant: number,
  before: number | undefined,
): Promise<OfficeOutput<'log.list'>> {
  return database.within({ tenant }, async (client) => {
    const { rows } = await client.query<{
      id: string;
      at: Date;
      name: string | null;
      action: string;
      detail: string;
    }>(
      `SELECT l.id, l.at, p.name, l.action, l.detail FROM office_line AS l LEFT JOIN person AS p USING (person)
       WHERE ($1::bigint IS NULL OR l.id < $1) ORDER BY l.id DESC LIMIT $2`,
      [before ?? null, page + 1],
    );
    const lines = rows
      .slice(0, page)
      .map(({ id, at, ...row }) => ({ ...row, id: Number(id), at: at.toISOString() }));
    return { lines, hasMore: rows.length > page };
  });
}
