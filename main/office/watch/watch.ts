import type { PoolClient } from 'pg';
import type { AlarmCause } from '../../../shared/office/alarms.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import { answersWithin, type OfficeDatabase } from '../database/database.ts';
import { type ChangedAlarm, writeNotices } from '../notices/notices.ts';
import { forEachTenant } from '../tills/all-tenants.ts';
import { type Repeated, repeat } from './repeat.ts';

/*
 * Raises and ends alarms. A till has one alarm for each cause, which ends when its cause does. Any number of processes
 * may watch. Notices to recipients are written in the same transaction.
 */

const minute = 60_000;
/** A till is silent after this many milliseconds at an hour at which it was running in one of the last weeks. */
const silence = 15 * minute;
/** A till is silent after this many milliseconds at any hour. */
const longSilence = 26 * 60 * minute;
const weeks = 3;
const deadline = 4 * 60 * minute;
const certificate = 7 * 24 * 60 * minute;
const skew = 10 * minute;

/** Returns the hour of the week and the day, in Riyadh. */
function weekHour(now: number): { hour: number; day: string } {
  const { date, time } = riyadhDateTime(now);
  return { hour: new Date(date).getUTCDay() * 24 + Number(time.slice(0, 2)), day: date };
}

const dayAgo = `to_timestamp(($1 - ${24 * 60 * minute}) / 1000.0)`;

/**
 * The condition for each cause of an alarm: $1 is now, $2 the hour of the week, $3 the earliest day that counts as
 * usual. An archive belongs to no till, see `archive-alarms.ts`.
 */
const causes: Readonly<Record<Exclude<AlarmCause, 'archive'>, string>> = {
  refused: 'refused IS NOT NULL',
  stamp: 'wrong_icv IS NOT NULL',
  overdue: '"nearestDeadline" < $1',
  deadline: `"nearestDeadline" >= $1 AND "nearestDeadline" < $1 + ${deadline}`,
  unready: 'unready IS NOT NULL',
  certificate: `connection = 'refused' OR (certificate ->> 'validTo')::bigint < $1 + ${certificate}`,
  silent: `away > ${longSilence} OR (away > ${silence} AND EXISTS (
    SELECT FROM contact_hour AS h WHERE h.device = d.device AND h.hour = $2 AND h.day >= $3::date))`,
  parked: 'parked + rejected > 0',
  clock: `abs(skew_ms) > ${skew}`,
  // Every owner sees it for a day, and not the two people alone.
  agreement: ['stop_request', 'release_request']
    .map((table) => `EXISTS (SELECT FROM ${table} AS r WHERE r.device = d.device AND r.asked_at > ${dayAgo})`)
    .concat(`EXISTS (SELECT FROM till_order AS o WHERE o.device = d.device AND o.created_at > ${dayAgo}
      AND (o.held OR o.asked_person IS NOT NULL AND o.kind = 'people'))`)
    .join(' OR '),
};

const status = `"nearestDeadline" bigint, unready text, connection text, certificate jsonb, parked bigint, rejected bigint`;

/** Reads the status of a till once for all causes; without the OFFSET, PostgreSQL would read it twice for each. */
const present = `
  SELECT tenant, entity, branch, device, unnest(causes) AS cause
  FROM (
    SELECT d.tenant, d.entity, d.branch, d.device, array_remove(ARRAY[${Object.entries(causes)
      .map(([cause, condition]) => `CASE WHEN ${condition} THEN '${cause}' END`)
      .join(', ')}], NULL) AS causes
    FROM device AS d JOIN chain AS c ON c.bucket = d.device % 1024 AND c.device = d.device
    CROSS JOIN LATERAL (SELECT $1 - extract(epoch FROM c.last_contact) * 1000 AS away) AS t
    CROSS JOIN LATERAL jsonb_to_record(c.status) AS s (${status})
    WHERE d.left_at IS NULL OFFSET 0
  ) AS t WHERE causes <> '{}'`;

/**
 * All tills are checked. If the planner does not know yet that there are many, it would compare each till with every
 * other.
 */
const all = 'SET LOCAL enable_nestloop = off; SET LOCAL jit = off';

/**
 * Begins and ends alarms. Causes are compared as one set: with a join, thousands of tills with an alarm would be
 * compared with each other.
 */
const changes = `
  WITH present AS MATERIALIZED (${present}),
  open AS MATERIALIZED (SELECT alarm, device, cause FROM alarm WHERE ended_at IS NULL AND device IS NOT NULL),
  began AS (
    INSERT INTO alarm (tenant, entity, branch, device, cause, since)
    SELECT tenant, entity, branch, device, cause, to_timestamp($1 / 1000.0) FROM present
    WHERE (device, cause) NOT IN (SELECT device, cause FROM open)
    ON CONFLICT (device, cause) WHERE ended_at IS NULL DO NOTHING RETURNING alarm, cause
  ),
  ended AS (
    UPDATE alarm SET ended_at = to_timestamp($1 / 1000.0) WHERE ended_at IS NULL AND alarm IN (
      SELECT alarm FROM open WHERE (device, cause) NOT IN (SELECT device, cause FROM present))
    RETURNING alarm, cause
  )
  SELECT 'began' AS what, alarm, cause FROM began UNION ALL SELECT 'ended', alarm, cause FROM ended`;

export function watchOnce(database: OfficeDatabase, now: number): Promise<void> {
  return forEachTenant(database, (tenant) =>
    // A server that vanished silently must not keep alarms waiting.
    database.within({ tenant }, (client) => watchTenant(client, now), all, answersWithin),
  );
}

async function watchTenant(client: PoolClient, now: number): Promise<void> {
  const { hour, day } = weekHour(now);
  const usual = weekHour(now - weeks * 7 * 24 * 60 * minute).day;
  await client.query(
    `INSERT INTO contact_hour (tenant, entity, branch, device, hour, day)
     SELECT DISTINCT tenant, entity, branch, device, $2::smallint, $3::date FROM chain
     WHERE last_contact > $1 AND device NOT IN (SELECT device FROM contact_hour WHERE hour = $2 AND day >= $3::date)
     ON CONFLICT (device, hour) DO UPDATE SET day = excluded.day WHERE contact_hour.day < excluded.day`,
    [new Date(now - 2 * minute), hour, day],
  );
  const { rows } = await client.query<ChangedAlarm & { what: 'began' | 'ended' }>(changes, [
    now,
    hour,
    usual,
  ]);
  for (const what of ['ended', 'began'] as const)
    await writeNotices(
      client,
      what,
      rows.filter((row) => row.what === what),
      now,
    );
}

export const startWatch = (
  database: OfficeDatabase,
  { clock, onError }: { clock: Clock; onError(error: unknown): void },
): Repeated => repeat(() => watchOnce(database, clock.now()), { clock, onError, pauseMs: minute });
