import type { PoolClient } from 'pg';
import type { UnknownTill } from '../../../shared/office/documents.ts';
import { contractRows } from '../database/contract-rows.ts';

/** The milliseconds without a post after which a till is no longer complete; tills post every half minute. */
const settled = 10 * 60_000;

export interface AboutTills {
  readonly entity?: number | undefined;
  readonly branch?: number | undefined;
  readonly device?: number | undefined;
}

export interface IncompleteTill extends UnknownTill {
  readonly entity: number;
  /** null if it is still at the office. */
  readonly leftAt: string | null;
}

/** Returns the tills whose documents of a period may be missing; one that left before it owes none. */
export const incompleteIn = (
  tills: readonly IncompleteTill[],
  { from, through }: { readonly from?: number | undefined; readonly through: number },
): UnknownTill[] =>
  tills
    .filter(
      ({ since, leftAt }) =>
        (since === null || Date.parse(since) < through) &&
        (leftAt === null || from === undefined || Date.parse(leftAt) >= from),
    )
    .map(({ device, name, since }) => ({ device, name, since }));

/**
 * Returns the tills whose rows are not complete up to a moment, with the last moment at which they were. A till that
 * left is one of them if it had more to send, or was silent before.
 * @param through the end of the period of the figure, or now
 */
export function unknownTills(
  client: PoolClient,
  { entity, branch, device }: AboutTills,
  through: number,
  now: number,
): Promise<IncompleteTill[]> {
  const needed = new Date(Math.min(through, now - settled));
  return contractRows(
    client,
    `SELECT d.device, d.entity, d.name, c.complete_at AS since, d.left_at AS "leftAt"
     FROM device AS d JOIN chain AS c ON c.bucket = d.device % 1024 AND c.device = d.device
     WHERE (c.complete_at IS NULL OR c.complete_at < LEAST($1, d.left_at))
       AND (d.left_at IS NULL OR c.till_icv > c.icv
         OR coalesce(c.complete_at, d.enrolled_at) < d.left_at - make_interval(secs => $5))
       AND ($2::integer IS NULL OR d.entity = $2) AND ($3::integer IS NULL OR d.branch = $3)
       AND ($4::integer IS NULL OR d.device = $4)
     ORDER BY c.complete_at NULLS FIRST, d.name`,
    [needed, entity ?? null, branch ?? null, device ?? null, settled / 1000],
  );
}
