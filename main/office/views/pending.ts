import type { Pending } from '../../../shared/office/orders.ts';
import type { StopReason } from '../../../shared/office/wire/orders.ts';
import { contractRows } from '../database/contract-rows.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';
import { confirmWithin, heldOrders, isAsker, stillAsks } from '../orders/by-person.ts';

interface Row {
  device: number;
  till: string;
  askedAt: string;
  askedBy: string;
  askedPerson: number | null;
  kind: Pending['kind'];
  stopped: boolean;
  why: string;
  number: number | null;
}

/** Returns the requests that wait for a second person, the oldest first. */
export function listPending(
  database: OfficeDatabase,
  scope: Scope,
  { device, by, person, now }: { device?: number | undefined; by: string; person: number; now: number },
): Promise<Pending[]> {
  return database.atOneMoment(scope, async (client) => {
    const rows = await contractRows<Row>(
      client,
      `SELECT r.device, d.name AS till, r.asked_at AS "askedAt", r.asked_by AS "askedBy",
         r.asked_person AS "askedPerson", r.kind, r.stopped, r.why, r.number
       FROM (
         SELECT device, asked_at, asked_by, asked_person, 'stop' AS kind, stopped, why, NULL::integer AS number
         FROM stop_request AS s WHERE confirmed_at IS NULL AND asked_at > $1 AND ${stillAsks('s')}
         UNION ALL
         SELECT device, asked_at, asked_by, asked_person, 'release', NULL, reason, NULL
         FROM release_request AS l WHERE confirmed_at IS NULL AND asked_at > $1 AND ${stillAsks('l')}
         UNION ALL
         SELECT device, created_at, ordered_by, asked_person, 'manager', NULL, NULL, number
         FROM till_order AS o WHERE ${heldOrders('$1')}
       ) AS r JOIN device AS d USING (device)
       WHERE $2::integer IS NULL OR r.device = $2 ORDER BY r.asked_at, r.device`,
      [new Date(now - confirmWithin), device ?? null],
    );
    return rows.map(({ askedPerson, kind, stopped, why, number, ...row }) => {
      const isOwn = isAsker({ askedBy: row.askedBy, askedPerson }, { by, person });
      const waits = { request: number ?? Date.parse(row.askedAt), isOwn, ...row };
      if (kind === 'manager') return { kind, ...waits };
      return kind === 'release'
        ? { kind, reason: why, ...waits }
        : { kind, stopped, why: why as StopReason, ...waits };
    });
  });
}
