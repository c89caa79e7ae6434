import type { PoolClient } from 'pg';
import type { OfficeOutput } from '../../../shared/office/contract.ts';
import { refuse } from '../../../shared/office/failure.ts';
import type { TillRow } from '../../../shared/office/tills.ts';
import { tillStatusSchema } from '../../../shared/office/wire/till-status.ts';
import { contractRows } from '../database/contract-rows.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';

interface Row extends Omit<TillRow, 'status'> {
  status: unknown;
  statusAt: string | null;
  skewMs: number | null;
}

type Facts = 'serial' | 'ledger' | 'hash' | 'verified' | 'wrongAt' | 'refusedAt' | 'stolenAt';
interface WholeRow extends Row, Pick<OfficeOutput<'till.get'>, Facts> {
  bucket: number | null;
  generation: number | null;
}

/** A till with its newest chain; a till that was never enrolled has none. */
const tillsWith = (more = '') => `
  SELECT d.device, d.name, d.entity, d.branch, d.enrolled_at AS "enrolledAt", d.left_at AS "leftAt",
    CASE WHEN c.status_at IS NOT NULL OR c.icv > 0 THEN c.last_contact END AS "lastContact",
    c.complete_at AS "completeThrough", coalesce(c.icv, 0) AS documents,
    greatest(0, coalesce(c.till_icv, 0) - coalesce(c.icv, 0)) AS missing, c.refused,
    c.wrong_icv IS NOT NULL AS "isStampWrong", c.status, c.status_at AS "statusAt", c.skew_ms AS "skewMs"${more}
  FROM device AS d LEFT JOIN LATERAL (
    SELECT * FROM chain AS c WHERE c.bucket = d.device % 1024 AND c.device = d.device
    ORDER BY c.generation DESC LIMIT 1
  ) AS c ON true`;

export function listTills(
  database: OfficeDatabase,
  scope: Scope,
  now: number,
): Promise<OfficeOutput<'till.list'>> {
  return database.atOneMoment(scope, async (client) => {
    const rows = await contractRows<Row>(client, tillsWith());
    return { now: new Date(now).toISOString(), tills: rows.map(rowOf) };
  });
}

const isoOf = (at: number | null | undefined) => (at == null ? null : new Date(at).toISOString());

function rowOf({ status: reported, statusAt, skewMs, ...till }: Row): TillRow {
  const status = statusOf(reported);
  if (status === undefined || statusAt === null) return { ...till, status: null };
  const { version, environment, unready, waiting, parked, rejected, connection } = status;
  return {
    ...till,
    status: {
      ...{ at: statusAt, version, environment, unready, waiting, parked, rejected },
      nearestDeadline: isoOf(status.nearestDeadline),
      connection,
      certificateUntil: isoOf(status.certificate?.validTo),
      skewSeconds: skewMs === null ? null : Math.round(skewMs / 1000),
    },
  };
}

/** A status that another version of the office stored may have another form; it counts as unknown. */
const statusOf = (status: unknown) => tillStatusSchema.safeParse(status).data;

const mostLines = 200;

const more = `, d.serial, c.ledger, c.hash, coalesce(c.verified_icv, 0) AS verified, c.wrong_icv AS "wrongAt",
    c.refused_at AS "refusedAt", d.frozen_at AS "stolenAt", c.bucket, c.generation`;

export function getTill(
  database: OfficeDatabase,
  scope: Scope,
  device: number,
  now: number,
): Promise<OfficeOutput<'till.get'>> {
  return database.atOneMoment(scope, async (client) => {
    const [row = refuse('not-found')] = await contractRows<WholeRow>(
      client,
      `${tillsWith(more)} WHERE d.device = $1`,
      [device],
    );
    const { bucket, generation, serial, ledger, hash, verified, wrongAt, refusedAt, stolenAt, ...facts } =
      row;
    return {
      now: new Date(now).toISOString(),
      till: rowOf(facts),
      ...{ serial, ledger, hash, verified, wrongAt, refusedAt, stolenAt },
      alarms: statusOf(facts.status)?.alarms ?? [],
      lines: bucket === null ? [] : await linesOf(client, [bucket, device, generation]),
    };
  });
}

/** The newest lines of the till's own log, of the authority's answers, and of the batches that the office refused. */
function linesOf(client: PoolClient, key: readonly unknown[]): Promise<OfficeOutput<'till.get'>['lines']> {
  const ownRows = 'bucket = $1 AND device = $2 AND generation = $3';
  return contractRows(
    client,
    `(SELECT at, 'audit' AS kind, id, action AS what, actor AS who, NULL::bigint AS icv
      FROM audit_line WHERE ${ownRows} ORDER BY id DESC LIMIT $4)
     UNION ALL
     (SELECT at, 'event', id, coalesce(outcome, event), NULL, icv
      FROM event WHERE ${ownRows} AND event <> 'sent' ORDER BY id DESC LIMIT $4)
     UNION ALL
     (SELECT received_at, 'refusal', at, code, NULL, NULL FROM quarantine WHERE ${ownRows} ORDER BY received_at DESC LIMIT $4)
     ORDER BY at DESC, kind, id DESC LIMIT $4`,
    [...key, mostLines],
  );
}
