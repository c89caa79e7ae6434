import type { PoolClient } from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { pastMonthsLock } from '../database/migrations/0022-past-months.ts';
import { allTenants } from '../tills/all-tenants.ts';
import { type Repeated, repeat } from './repeat.ts';

/*
 * Adds the days of a month up once it is over. Until then its sums are those of its days: to keep both with each document
 * would cost the database as much again. Any number of processes may do so.
 */

/** Milliseconds between two checks. */
const pollIntervalMs = 3_600_000;
/**
 * The first day of the month that was not over ten days ago: nearly all documents of the months before have come by then, with
 * their last states. By the clock of the database, by which its trigger knows what comes late.
 */
const due = `date_trunc('month', now() AT TIME ZONE 'UTC' - interval '10 days')::date`;

/** Adds up what is due of each tenant. */
export async function addUpMonths(database: OfficeDatabase): Promise<void> {
  for (const tenant of await allTenants(database))
    await database.within({ tenant }, async (client) => {
      if (await isAddedUp(client)) return;
      await client.query('SELECT pg_advisory_xact_lock($1, $2)', [pastMonthsLock, tenant]);
      // Another process may have been faster.
      if (!(await isAddedUp(client))) await addUp(client, tenant);
    });
}

async function isAddedUp(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM past_months WHERE before >= ${due}`);
  return rowCount === 1;
}

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

async function addUp(client: PoolClient, tenant: number): Promise<void> {
  for (const { kept, by, amounts } of sums)
    await client.query(
      `INSERT INTO ${kept}_past_month (${chain}, month, ${by}, ${amounts.join(', ')})
       SELECT ${chain}, date_trunc('month', day)::date AS month, ${by}, ${amounts.map((name) => `sum(${name})`).join(', ')}
       FROM ${kept}_day WHERE day < ${due} AND day >= coalesce((SELECT before FROM past_months), '-infinity')
       GROUP BY ${chain}, month, ${by} HAVING sum(count) <> 0`,
    );
  await client.query(
    `INSERT INTO past_months (tenant, before) VALUES ($1, ${due})
     ON CONFLICT (tenant) DO UPDATE SET before = excluded.before`,
    [tenant],
  );
}

/** Adds months up every hour from now on. */
export const startAddingUp = (
  database: OfficeDatabase,
  options: { clock: Pick<Clock, 'after'>; onError(error: unknown): void },
): Repeated => repeat(() => addUpMonths(database), { ...options, pauseMs: pollIntervalMs });
