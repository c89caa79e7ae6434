import type { Alarm } from '../../../shared/alarm.ts';
import type { Endpoint } from '../../../shared/contract/programs/webhooks.ts';
import type { Database } from '../../books/ledger/database/database.ts';

/** A receiver that takes nothing for so long, in milliseconds, is no matter of a restart or a bad line any more. */
const failingTooLongMs = 60 * 60_000;

/** Returns a function that makes the alarms about receivers, by the time in milliseconds since 1970. */
export function createWebhookAlarms(database: Database, endpoints: () => readonly Endpoint[]) {
  const countWaiting = database
    .prepare<[string], number>(
      `SELECT count(*) FROM webhook_delivery WHERE state = 'waiting' AND endpoint_id = ?`,
    )
    .pluck();
  const countDead = database.prepare<[string], { count: number; since: number | null }>(
    `SELECT count(*) AS count, min(last_at) AS since FROM webhook_delivery WHERE state = 'dead' AND endpoint_id = ?`,
  );

  return (now: number): Alarm[] =>
    endpoints().flatMap(({ id, url, enabled, failingSince, goneAt }) => {
      const row = { kind: 'webhook', level: 'amber', endpoint: id, receiver: hostOf(url) } as const;
      const waiting = () => countWaiting.get(id) ?? 0;
      const dead = countDead.get(id);
      const alarms: Alarm[] = [];
      if (dead !== undefined && dead.count > 0)
        alarms.push({
          ...row,
          why: 'given-up',
          count: dead.count,
          since: new Date(dead.since ?? now).toISOString(),
        });
      if (goneAt !== undefined) alarms.push({ ...row, why: 'gone', count: waiting(), since: goneAt });
      else if (enabled && failingSince !== undefined && now - Date.parse(failingSince) > failingTooLongMs)
        alarms.push({ ...row, why: 'failing', count: waiting(), since: failingSince });
      return alarms;
    });
}

/** The whole address may have a password in it. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');
