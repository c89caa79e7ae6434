import type { PoolClient } from 'pg';
import type { Clock } from '../../base/platform/clock.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { pastMonthsLock } from '../database/schema/sums.ts';
import { forEachTenant } from '../tills/all-tenants.ts';
import { type Repeated, repeat } from './repeat.ts';

/*
 * Adds up the days of a month once it is over. Until then, readers add up its days: updating sums of both for each
 * document would double the cost. Any number of processes may do this.
 */

const pollIntervalMs = 3_600_000;
/**
 * The first day of the month that was not over ten days ago: by then nearly all documents of earlier months have
 * arrived and have their final states. It uses the database's clock, as the trigger that recognises late documents
 * does.
 */
const due = `date_trunc('month', now() AT TIME ZONE 'UTC' - interval '10 days')::date`;

/**
 * Adds up the due months of each tenant. The first time there may be years of them: each month, the oldest first, has a
 * transaction of its own, so that late documents wait for one month at most, and a process that dies leaves only
 * complete months.
 */
export function addUpMonths(database: OfficeDatabase): Promise<void> {
  return forEachTenant(database, async (tenant) => {
    let isMoreDue = true;
    while (isMoreDue) isMoreDue = await database.within({ tenant }, (client) => addUpOldest(client, tenant));
  });
}

/** Adds up the oldest month that is due. @returns true when there was one */
async function addUpOldest(client: PoolClient, tenant: number): Promise<boolean> {
  if (await isAddedUp(client)) return false;
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [pastMonthsLock, tenant]);
  // Another process may have added it up already.
  if (await isAddedUp(client)) return false;
  await takeBack(client);
  const { rows } = await client.query<{ month: string | null; end: string }>(
    // Months without documents are skipped. Indexes begin with the taxpayer.
    `SELECT month::text, coalesce((month + interval '1 month')::date, ${due})::text AS end
     FROM (
       SELECT date_trunc('month', min(oldest.day))::date AS month FROM entity AS e CROSS JOIN LATERAL (
         ${sums.map(({ kept }) => `SELECT min(day) AS day FROM ${kept}_day AS d WHERE d.entity = e.entity AND ${isMissing}`).join(' UNION ALL ')}
       ) AS oldest
     ) AS m`,
  );
  const [next] = rows;
  if (next === undefined) return false;
  if (next.month !== null) await addUp(client, next.month, next.end);
  await client.query(
    `INSERT INTO past_months (tenant, before) VALUES ($1, $2)
     ON CONFLICT (tenant) DO UPDATE SET before = excluded.before`,
    [tenant, next.end],
  );
  return true;
}

async function isAddedUp(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM past_months WHERE before = ${due}`);
  return rowCount === 1;
}

/**
 * If the clock was ahead, months were added up before they were over, and under the right clock the trigger adds
 * nothing to them. Their rows are set to zero, so that their days are added up again; the office deletes no rows.
 */
async function takeBack(client: PoolClient): Promise<void> {
  const { rowCount } = await client.query(`UPDATE past_months SET before = ${due} WHERE before > ${due}`);
  if (rowCount === 0) return;
  for (const { kept, amounts } of sums)
    await client.query(
      `UPDATE ${kept}_past_month SET ${amounts.map((name) => `${name} = 0`).join(', ')} WHERE month >= ${due}`,
    );
}

const isMissing = `day >= coalesce((SELECT before FROM past_months), '-infinity') AND day < ${due}`;
const chain = 'bucket, device, generation, tenant, entity, branch';
const sums = [
  {
    kept: 'document',
    by: 'kind, self_billed, currency, state',
    amounts: ['count', 'payable', 'taxable', 'vat'],
  },
  {
    kept: 'vat',
    by: 'kind, self_billed, currency, state, category, reason, rate',
    amounts: ['count', 'taxable', 'vat'],
  },
] as const;

async function addUp(client: PoolClient, month: string, end: string): Promise<void> {
  for (const { kept, by, amounts } of sums)
    await client.query(
      `INSERT INTO ${kept}_past_month AS m (${chain}, month, ${by}, ${amounts.join(', ')})
       SELECT ${chain}, $1::date AS month, ${by}, ${amounts.map((name) => `sum(${name})`).join(', ')}
       FROM ${kept}_day WHERE entity = ANY (ARRAY(SELECT entity FROM entity)) AND day >= $1 AND day < $2
       GROUP BY ${chain}, ${by} HAVING sum(count) <> 0
       ON CONFLICT (bucket, device, generation, month, ${by})
         DO UPDATE SET ${amounts.map((name) => `${name} = m.${name} + excluded.${name}`).join(', ')}`,
      [month, end],
    );
}

export const startAddingUp = (
  database: OfficeDatabase,
  options: { clock: Pick<Clock, 'after'>; onError(error: unknown): void },
): Repeated => repeat(() => addUpMonths(database), { ...options, pauseMs: pollIntervalMs });
