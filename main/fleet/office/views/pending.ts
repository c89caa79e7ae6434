import type { StopReason } from '../../../../shared/fleet/orders.ts';
import type { Pending } from '../../../../shared/headquarters/orders.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';
import { confirmWithin, isSame } from '../orders/by-person.ts';

interface Row {
  device: number;
  till: string;
  asked_at: Date;
  asked_by: string;
  stopped: boolean | null;
  why: string;
}

/** Returns what waits for a second person, the oldest first. */
export function listPending(
  database: OfficeDatabase,
  scope: Scope,
  { device, by, now }: { device?: number | undefined; by: string; now: number },
): Promise<Pending[]> {
  return database.atOneMoment(scope, async (client) => {
    const { rows } = await client.query<Row>(
      `SELECT r.device, d.name AS till, r.asked_at, r.asked_by, r.stopped, r.why FROM (
         SELECT device, asked_at, asked_by, stopped, why FROM stop_request WHERE confirmed_at IS NULL AND asked_at > $1
         UNION ALL
         SELECT device, asked_at, asked_by, NULL, reason FROM release_request
         WHERE confirmed_at IS NULL AND asked_at > $1
       ) AS r JOIN device AS d USING (device)
       WHERE $2::integer IS NULL OR r.device = $2 ORDER BY r.asked_at, r.device`,
      [new Date(now - confirmWithin), device ?? null],
    );
    return rows.map(({ asked_at: askedAt, asked_by: askedBy, stopped, why, ...till }) => {
      const waits = {
        ...till,
        request: askedAt.getTime(),
        askedAt: askedAt.toISOString(),
        askedBy,
        isOwn: isSame(askedBy, by),
      };
      return stopped === null
        ? { kind: 'release', reason: why, ...waits }
        : { kind: 'stop', stopped, why: why as StopReason, ...waits };
    });
  });
}
