import type { Pending } from '../../../shared/office/orders.ts';
import type { StopReason } from '../../../shared/office/wire/orders.ts';
import { contractRows } from '../database/contract-rows.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';
import { confirmWithin, isAsker } from '../orders/by-person.ts';

interface Row {
  device: number;
  till: string;
  askedAt: string;
  askedBy: string;
  askedPerson: number | null;
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
    const rows = await contractRows<Row>(
      client,
      `SELECT r.device, d.name AS till, r.asked_at AS "askedAt", r.asked_by AS "askedBy",
         r.asked_person AS "askedPerson", r.stopped, r.why
       FROM (
         SELECT device, asked_at, asked_by, asked_person, stopped, why FROM stop_request WHERE confirmed_at IS NULL AND asked_at > $1
         UNION ALL
         SELECT device, asked_at, asked_by, asked_person, NULL, reason FROM release_request
         WHERE confirmed_at IS NULL AND asked_at > $1
       ) AS r JOIN device AS d USING (device)
       WHERE $2::integer IS NULL OR r.device = $2 ORDER BY r.asked_at, r.device`,
      [new Date(now - confirmWithin), device ?? null],
    );
    return rows.map(({ askedPerson, stopped, why, ...row }) => {
      const request = Date.parse(row.askedAt);
      const isOwn = isAsker({ askedBy: row.askedBy, askedPerson }, { by, person });
      return stopped === null
        ? { kind: 'release', reason: why, request, isOwn, ...row }
        : { kind: 'stop', stopped, why: why as StopReason, request, isOwn, ...row };
    });
  });
}
