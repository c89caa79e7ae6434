import type { PoolClient } from 'pg';
import type { OfficeDatabase } from '../database/database.ts';
import { months } from '../database/migrations/0019-months.ts';
import { allTenants } from '../tills/all-tenants.ts';
import { buckets } from '../tills/tills.ts';

/*
 * Versions before sums of months keep those of days alone, and one may still be at work beside this one. What it left out
 * is added at each start, as long as one may be.
 */

/** Days after the step for which an older version may be at work somewhere. */
const mostDays = 60;
/** Chains in one transaction: tills go on sending. */
const bucketsAtOnce = 64;

/** @returns the sums that were written. Any number of processes may do so */
export async function fillMonths(database: OfficeDatabase, signal?: AbortSignal): Promise<number> {
  const { rows } = await database.asOwner((client) =>
    client.query('SELECT FROM migration WHERE name = $1 AND at > now() - make_interval(days => $2)', [
      months.name,
      mostDays,
    ]),
  );
  let filled = 0;
  for (const tenant of rows.length === 0 ? [] : await allTenants(database))
    for (let from = 0; from < buckets && signal?.aborted !== true; from += bucketsAtOnce)
      filled += await database.within({ tenant }, (client) => fillBuckets(client, from));
  return filled;
}

async function fillBuckets(client: PoolClient, from: number): Promise<number> {
  const range = [from, from + bucketsAtOnce - 1];
  const tables = [
    ['document', ['count', 'payable', 'taxable', 'vat'], ''],
    ['vat', ['count', 'taxable', 'vat'], ', category, reason, rate'],
  ] as const;
  let filled = 0;
  for (const [kept, amounts, more] of tables) {
    const key = `bucket, device, generation, month, kind, self_billed, currency, state${more}`;
    const owned = `tenant, entity, branch, ${key}`;
    const differing = `
      SELECT ${owned}, ${amounts.map((name) => `d.${name}`).join(', ')}
      FROM (
        SELECT ${owned}, ${amounts.map((name) => `sum(${name})::bigint AS ${name}`).join(', ')}
        FROM (SELECT *, date_trunc('month', day)::date AS month FROM ${kept}_day WHERE bucket BETWEEN $1 AND $2) AS d
        GROUP BY ${owned}
      ) AS d LEFT JOIN ${kept}_month AS m USING (${owned})
      WHERE ${amounts.map((name) => `d.${name} IS DISTINCT FROM m.${name}`).join(' OR ')}`;
    const { rows } = await client.query(`${differing} LIMIT 1`, range);
    if (rows.length === 0) continue;
    // In the order in which batches lock them; no sum moves meanwhile.
    await client.query(
      'SELECT FROM chain WHERE bucket BETWEEN $1 AND $2 ORDER BY bucket, device, generation FOR UPDATE',
      range,
    );
    const { rowCount } = await client.query(
      `INSERT INTO ${kept}_month (${owned}, ${amounts.join(', ')}) ${differing}
       ON CONFLICT (${key}) DO UPDATE SET ${amounts.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      range,
    );
    filled += rowCount ?? 0;
  }
  return filled;
}
