import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { OfficeDatabase } from '../database/database.ts';

export interface NewLine {
  readonly tenant: number;
  /** null for a program. */
  readonly person: number | null;
  readonly action: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

const hashOf = (...parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
const firstHash = (tenant: number) => hashOf('khatm head office', tenant);

/** Appends a line, in the same transaction as the change that it records. */
export async function writeLine(
  client: PoolClient,
  { tenant, person, action, detail = {} }: NewLine,
  now: number,
): Promise<void> {
  await client.query('INSERT INTO office_head (tenant, id, hash) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING', [
    tenant,
    firstHash(tenant),
  ]);
  const { rows } = await client.query<{ id: string; hash: string }>(
    'SELECT id, hash FROM office_head WHERE tenant = $1 FOR UPDATE',
    [tenant],
  );
  const [{ id, hash: previous } = { id: '0', hash: '' }] = rows;
  const next = Number(id) + 1;
  const at = new Date(now).toISOString();
  const text = JSON.stringify(detail);
  const hash = hashOf(tenant, next, at, person, action, text, previous);
  await client.query(
    `INSERT INTO office_line (tenant, id, at, person, action, detail, previous_hash, hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tenant, next, at, person, action, text, previous, hash],
  );
  await client.query('UPDATE office_head SET id = $2, hash = $3 WHERE tenant = $1', [tenant, next, hash]);
}

interface LineRow {
  id: string;
  at: Date;
  person: number | null;
  action: string;
  detail: string;
  previous_hash: string;
  hash: string;
}

const pageOfCheck = 5000;

export interface LogCheck {
  readonly lines: number;
  /** The first line that is missing or changed, or the end if it differs from the head. */
  readonly brokenAt: number | null;
}

/** Recomputes the log of a tenant from its first line; it sees the log at one moment. */
export function checkLog(database: OfficeDatabase, tenant: number): Promise<LogCheck> {
  return database.atOneMoment({ tenant }, async (client) => {
    let id = 0;
    let hash = firstHash(tenant);
    for (;;) {
      const { rows } = await client.query<LineRow>(
        `SELECT id, at, person, action, detail, previous_hash, hash FROM office_line
         WHERE id > $1 ORDER BY id LIMIT $2`,
        [id, pageOfCheck],
      );
      for (const row of rows) {
        const at = row.at.toISOString();
        const expected = hashOf(tenant, id + 1, at, row.person, row.action, row.detail, hash);
        if (Number(row.id) !== id + 1 || row.previous_hash !== hash || row.hash !== expected)
          return { lines: id, brokenAt: id + 1 };
        id += 1;
        hash = row.hash;
      }
      if (rows.length < pageOfCheck) break;
    }
    const { rows } = await client.query<{ id: string; hash: string }>('SELECT id, hash FROM office_head');
    const [head = { id: '0', hash: firstHash(tenant) }] = rows;
    const isWhole = Number(head.id) === id && head.hash === hash;
    return { lines: id, brokenAt: isWhole ? null : id + 1 };
  });
}
