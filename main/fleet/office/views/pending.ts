import type { StopReason } from '../../../../shared/fleet/orders.ts';
import type { Pending } from '../../../../shared/headquarters/orders.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';
import { confirmWithin, isAsker } from '../orders/by-person.ts';

interface Row {
  device: number;
  till: string;
  asked_at: Date;
  asked_by: string;
  asked_person: number | null;
  stopped: boolean | null;
  why: string;
}

/** Returns the requests that wait for a second person, the oldest first. */
export function listPending(
  database: OfficeDatabase,
  scope: Scope,
  { device, by, person, now }: { device?: number | undefined; by: string; person: number; now: number },
): Promise<Pending[]> {
  return database.atOneMoment(scope, async (client) => {
    const { rows } = await client.query<Row>(
      `SELECT r.device, d.name AS till, r.asked_at, r.asked_by, r.asked_person, r.stopped, r.why FROM (
         SELECT device, asked_at, asked_by, asked_person, stopped, why FROM stop_request WHERE confirmed_at IS NULL AND asked_at > $1
         UNION ALL
         SELECT device, asked_at, asked_by, asked_person, NULL, reason FROM release_request
         WHERE confirmed_at IS NULL AND asked_at > $1
       ) AS r JOIN device AS d USING (device)
       WHERE $2::integer IS NULL OR r.device = $2 ORDER BY r.asked_at, r.device`,
      [new Date(now - confirmWithin), device ?? null],
    );
    return rows.map(
      ({ asked_at: askedAt, asked_by: askedBy, asked_person: askedPerson, stopped, why, ...till }) => {
        const waits = {
          ...till,
          request: askedAt.getTime(),
          askedAt: askedAt.toISOString(),
          askedBy,
          isOwn: isAsker({ asked_by: askedBy, asked_person: askedPerson }, { by, person }),
        };
        return stopped === null
          ? { kind: 'release', reason: why, ...waits }
          : { kind: 'stop', stopped, why: why as StopReason, ...waits };
      },
    );
  });
}
