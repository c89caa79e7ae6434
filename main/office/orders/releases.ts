import { fail } from '../../../shared/failure.ts';
import { writeLine } from '../people/office-log.ts';
import { type ByPerson, confirmWithin, refuseOnePerson, stillAsks } from './by-person.ts';
import type { OrderContext } from './orders.ts';

/*
 * Releases a till that was refused, or whose stamp was invalid, once it has been repaired: one person requests it with a
 * reason, and another confirms. Received batches stay in quarantine. If the till is not repaired, its next post makes
 * it red again.
 */

export interface ReleaseGiven extends ByPerson {
  readonly tenant: number;
  readonly device: number;
}

type Reading = Pick<OrderContext, 'database' | 'now'>;

/**
 * Requests the release of a till from its present objections.
 * @returns the number of the request
 * @throws FailureError `not-found` for a till without objections
 */
export function askRelease(
  { database, now }: Reading,
  { tenant, scope = { tenant }, device, reason, by, person = null }: ReleaseGiven & { reason: string },
): Promise<number> {
  return database.within(scope, async (client) => {
    const { rows } = await client.query<{ asked_at: Date; refused: string | null; wrong_icv: string | null }>(
      `INSERT INTO release_request
         (tenant, entity, branch, device, asked_at, reason, asked_by, asked_person, refused, refused_at, wrong_icv)
       SELECT tenant, entity, branch, device,
         greatest($2, (SELECT max(asked_at) FROM release_request WHERE device = $1) + interval '1 millisecond'),
         $3, $4, $5, refused, refused_at, wrong_icv
       FROM chain WHERE device = $1 AND (refused IS NOT NULL OR wrong_icv IS NOT NULL)
       ORDER BY generation DESC LIMIT 1 RETURNING asked_at, refused, wrong_icv`,
      [device, new Date(now()), reason, by, person],
    );
    const [{ asked_at: askedAt, refused, wrong_icv: wrongAt } = fail('not-found')] = rows;
    const request = askedAt.getTime();
    const detail = { device, request, reason, refused, wrongAt, by };
    await writeLine(client, { tenant, person, action: 'release.asked', detail }, now());
    return request;
  });
}

/**
 * Confirms the release that this person saw.
 * @throws FailureError `not-found` if it was not requested in the last day, or another objection was found since;
 * `not-allowed` as `refuseOnePerson`
 */
export async function confirmRelease(
  { database, now }: Reading,
  { tenant, scope = { tenant }, device, request, by, person = null }: ReleaseGiven & { request: number },
): Promise<void> {
  await database.within(scope, async (client) => {
    const { rows } = await client.query<{ askedBy: string; askedPerson: number | null; reason: string }>(
      `SELECT asked_by AS "askedBy", asked_person AS "askedPerson", reason FROM release_request AS r
       WHERE device = $1 AND asked_at = $2 AND confirmed_at IS NULL AND asked_at > $3
         AND ${stillAsks('r')} FOR UPDATE`,
      [device, new Date(request), new Date(now() - confirmWithin)],
    );
    const [releaseRequest = fail('not-found')] = rows;
    const { askedBy, reason } = releaseRequest;
    await refuseOnePerson(client, releaseRequest, { by, person }, now());
    const { rowCount } = await client.query(
      `UPDATE chain AS c SET refused = NULL, refused_at = NULL, wrong_icv = NULL, wrong_check = NULL
       FROM release_request AS r WHERE r.device = $1 AND r.asked_at = $2 AND c.device = r.device
         AND c.refused IS NOT DISTINCT FROM r.refused AND c.refused_at IS NOT DISTINCT FROM r.refused_at
         AND c.wrong_icv IS NOT DISTINCT FROM r.wrong_icv`,
      [device, new Date(request)],
    );
    if (rowCount !== 1) fail('not-found');
    await client.query(
      'UPDATE release_request SET confirmed_at = $3, confirmed_by = $4 WHERE device = $1 AND asked_at = $2',
      [device, new Date(request), new Date(now()), by],
    );
    const detail = { device, request, reason, askedBy, by };
    await writeLine(client, { tenant, person, action: 'release.confirmed', detail }, now());
  });
}
