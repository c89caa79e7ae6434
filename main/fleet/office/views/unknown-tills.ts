import type { PoolClient } from 'pg';
import type { UnknownTill } from '../../../../shared/headquarters/documents.ts';

/** Milliseconds without a post after which a till no longer counts as complete; tills post every half minute. */
const settled = 10 * 60_000;

/** The tills that a figure covers. */
export interface AboutTills {
  readonly entity?: number | undefined;
  readonly branch?: number | undefined;
  readonly device?: number | undefined;
}

interface Row {
  device: number;
  entity: number;
  name: string;
  since: Date | null;
}

/**
 * Returns the tills whose rows are not complete up to a moment, with the last moment at which they were.
 * @param through the end of the period of the figure, or now
 */
export async function unknownTills(
  client: PoolClient,
  { entity, branch, device }: AboutTills,
  through: number,
  now: number,
): Promise<(UnknownTill & { entity: number })[]> {
  const needed = new Date(Math.min(through, now - settled));
  const { rows } = await client.query<Row>(
    `SELECT d.device, d.entity, d.name, c.complete_at AS since
     FROM device AS d JOIN chain AS c ON c.bucket = d.device % 1024 AND c.device = d.device
     WHERE d.left_at IS NULL AND (c.complete_at IS NULL OR c.complete_at < $1)
       AND ($2::integer IS NULL OR d.entity = $2) AND ($3::integer IS NULL OR d.branch = $3)
       AND ($4::integer IS NULL OR d.device = $4)
     ORDER BY c.complete_at NULLS FIRST, d.name`,
    [needed, entity ?? null, branch ?? null, device ?? null],
  );
  return rows.map(({ since, ...row }) => ({ ...row, since: since?.toISOString() ?? null }));
}
