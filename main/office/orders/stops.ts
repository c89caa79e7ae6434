import type { PoolClient } from 'pg';
import { fail } from '../../../shared/failure.ts';
import type { StopReason } from '../../../shared/office/wire/orders.ts';
import { writeLine } from '../people/office-log.ts';
import { type ByPerson, confirmWithin, refuseOnePerson, stillAsks } from './by-person.ts';
import { insertOrder, type OrderContext } from './orders.ts';

/* Stops a till, or ends the stop: one person requests it, and another confirms. */

/** The order is valid for this long, since a till that was off for years must still be stopped. */
const stopHolds = 10 * 365 * 24 * 3_600_000;

export interface StopGiven extends ByPerson {
  readonly tenant: number;
  readonly device: number;
  /** False ends an earlier stop. */
  readonly stopped: boolean;
  readonly why: StopReason;
}

/**
 * Requests a stop; nothing happens until another person confirms it.
 * @returns the number of the request, which the other person names
 */
export function askStop(
  { database, now }: Pick<OrderContext, 'database' | 'now'>,
  { tenant, scope = { tenant }, device, stopped, why, by, person = null }: StopGiven,
): Promise<number> {
  return database.within(scope, async (client) => {
    // The request's number is its millisecond, which no other request of the till has.
    const { rows } = await client.query<{ asked_at: Date }>(
      `INSERT INTO stop_request (tenant, entity, branch, device, asked_at, stopped, why, asked_by, asked_person)
       SELECT tenant, entity, branch, device,
         greatest($2, (SELECT max(asked_at) FROM stop_request WHERE device = $1) + interval '1 millisecond'), $3, $4, $5, $6
       FROM device WHERE device = $1 RETURNING asked_at`,
      [device, new Date(now()), stopped, why, by, person],
    );
    const request = rows[0]?.asked_at.getTime() ?? fail('not-found');
    const detail = { device, request, stopped, why, by };
    await writeLine(client, { tenant, person, action: 'stop.asked', detail }, now());
    return request;
  });
}

interface StopRequest {
  askedAt: Date;
  stopped: boolean;
  why: StopReason;
  askedBy: string;
  askedPerson: number | null;
}

/** The facts of a confirmed stop, for the person who then acts in the authority's portal. */
export interface StopResult {
  /** undefined if the till has left, because nobody receives the order. */
  readonly order: number | undefined;
  readonly isFrozen: boolean;
  /** The last counter that the office has. */
  readonly icv: number;
  readonly lastContact: Date;
  readonly serial: string;
}

/**
 * Confirms the request that this person saw, and no other. A stolen till's chain is frozen: later batches go into
 * quarantine.
 * @throws FailureError `not-found` if it was not requested in the last day, or is already confirmed; `not-allowed` as
 * `refuseOnePerson`
 */
export async function confirmStop(
  context: OrderContext,
  {
    tenant,
    scope = { tenant },
    device,
    request,
    by,
    person = null,
  }: Omit<StopGiven, 'stopped' | 'why'> & { request: number },
): Promise<StopResult> {
  const { database, now } = context;
  return database.within(scope, async (client) => {
    const { rows } = await client.query<StopRequest>(
      `SELECT asked_at AS "askedAt", stopped, why, asked_by AS "askedBy", asked_person AS "askedPerson"
       FROM stop_request AS r WHERE device = $1 AND confirmed_at IS NULL AND asked_at > $2 AND asked_at = $3
         AND ${stillAsks('r')} FOR UPDATE`,
      [device, new Date(now() - confirmWithin), new Date(request)],
    );
    const [stopRequest = fail('not-found')] = rows;
    await refuseOnePerson(client, stopRequest, { by, person }, now());
    const { stopped, why } = stopRequest;
    await client.query(
      'UPDATE stop_request SET confirmed_at = $3, confirmed_by = $4 WHERE device = $1 AND asked_at = $2',
      [device, stopRequest.askedAt, new Date(now()), by],
    );
    const isStolen = stopped && why === 'stolen';
    // A batch in progress is committed first and counted in `icv`; the next batch finds the till frozen.
    await client.query('SELECT FROM chain WHERE device = $1 ORDER BY generation FOR UPDATE', [device]);
    const { rows: tills } = await client.query<{
      left_at: Date | null;
      frozen_at: Date | null;
      serial: string;
      icv: string;
      last_contact: Date;
    }>(
      // A later stop for another reason does not unfreeze a stolen till.
      `UPDATE device AS d SET frozen_at = CASE WHEN $2 THEN coalesce(frozen_at, $3) WHEN $4 THEN frozen_at END
       FROM chain AS c WHERE d.device = $1 AND c.device = d.device
       RETURNING d.left_at, d.frozen_at, d.serial, c.icv, c.last_contact`,
      [device, isStolen, new Date(now()), stopped],
    );
    const [till = fail('not-found')] = tills;
    const isFrozen = till.frozen_at !== null;
    if (isFrozen) await takeBack(client, device, now());
    const make = () => ({ kind: 'stop', stopped, why }) as const;
    const until = now() + stopHolds;
    const order =
      till.left_at === null
        ? await insertOrder(context, client, {
            tenant,
            device,
            make,
            by: `${stopRequest.askedBy}, ${by}`,
            until,
          })
        : undefined;
    const { serial, icv, last_contact: lastContact } = till;
    const detail = { device, request, stopped, why, askedBy: stopRequest.askedBy, by };
    await writeLine(client, { tenant, person, action: 'stop.confirmed', detail }, now());
    return { order, isFrozen, icv: Number(icv), lastContact, serial };
  });
}

/** Withdraws the orders that wait for a stolen till, since passwords, PINs and prices are meant for its owner. */
async function takeBack(client: PoolClient, device: number, now: number): Promise<void> {
  await client.query(
    `UPDATE till_order SET token = NULL, answered_at = $2, result = 'refused', why = 'stopped'
     WHERE device = $1 AND answered_at IS NULL AND kind <> 'stop'`,
    [device, new Date(now)],
  );
}
