import type { PoolClient } from 'pg';
import type { Refusal } from '../../../../shared/fleet/feed.ts';
import { type TillStatus, tillStatusSchema } from '../../../../shared/fleet/till-status.ts';
import type { OfficeOutput } from '../../../../shared/headquarters/contract.ts';
import { refuse } from '../../../../shared/headquarters/failure.ts';
import type { TillRow } from '../../../../shared/headquarters/tills.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';

interface Row {
  device: number;
  name: string;
  entity: number;
  branch: number;
  enrolled_at: Date | null;
  left_at: Date | null;
  frozen_at: Date | null;
  serial: string | null;
  bucket: number | null;
  generation: number | null;
  ledger: string | null;
  hash: string | null;
  icv: string | null;
  till_icv: string | null;
  verified_icv: string | null;
  wrong_icv: string | null;
  last_contact: Date | null;
  complete_at: Date | null;
  refused: Refusal | null;
  refused_at: Date | null;
  status: unknown;
  status_at: Date | null;
  skew_ms: string | null;
}

/** A till with its newest chain; a till that was never enrolled has none. */
const tills = `
  SELECT d.device, d.name, d.entity, d.branch, d.enrolled_at, d.left_at, d.frozen_at, d.serial,
    c.bucket, c.generation, c.ledger, c.hash, c.icv, c.till_icv, c.verified_icv, c.wrong_icv, c.last_contact,
    c.complete_at, c.refused, c.refused_at, c.status, c.status_at, c.skew_ms
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
    const { rows } = await client.query<Row>(tills);
    return { now: new Date(now).toISOString(), tills: rows.map(rowOf) };
  });
}

const iso = (at: Date | null) => at?.toISOString() ?? null;
const isoOf = (at: number | null | undefined) => (at == null ? null : new Date(at).toISOString());

function rowOf(row: Row): TillRow {
  const status = statusOf(row);
  const documents = Number(row.icv ?? 0);
  return {
    device: row.device,
    name: row.name,
    entity: row.entity,
    branch: row.branch,
    enrolledAt: iso(row.enrolled_at),
    leftAt: iso(row.left_at),
    lastContact: row.status_at === null && documents === 0 ? null : iso(row.last_contact),
    completeThrough: iso(row.complete_at),
    documents,
    missing: Math.max(0, Number(row.till_icv ?? 0) - documents),
    refused: row.refused,
    isStampWrong: row.wrong_icv !== null,
    status:
      status === undefined || row.status_at === null
        ? null
        : {
            at: row.status_at.toISOString(),
            version: status.version,
            environment: status.environment,
            unready: status.unready,
            waiting: status.waiting,
            parked: status.parked,
            rejected: status.rejected,
            nearestDeadline: isoOf(status.nearestDeadline),
            connection: status.connection,
            certificateUntil: isoOf(status.certificate?.validTo),
            skewSeconds: row.skew_ms === null ? null : Math.round(Number(row.skew_ms) / 1000),
          },
  };
}

/** A newer till may report more, and an older one less; values of an unexpected form count as unknown. */
const statusOf = ({ status }: Row): TillStatus | undefined => tillStatusSchema.safeParse(status).data;

const mostLines = 200;

export function getTill(
  database: OfficeDatabase,
  scope: Scope,
  device: number,
  now: number,
): Promise<OfficeOutput<'till.get'>> {
  return database.atOneMoment(scope, async (client) => {
    const { rows } = await client.query<Row>(`${tills} WHERE d.device = $1`, [device]);
    const row = rows[0] ?? refuse('not-found');
    return {
      now: new Date(now).toISOString(),
      till: rowOf(row),
      serial: row.serial,
      ledger: row.ledger,
      hash: row.hash,
      verified: Number(row.verified_icv ?? 0),
      wrongAt: row.wrong_icv === null ? null : Number(row.wrong_icv),
      refusedAt: iso(row.refused_at),
      stolenAt: iso(row.frozen_at),
      alarms: statusOf(row)?.alarms ?? [],
      lines: row.bucket === null ? [] : await linesOf(client, [row.bucket, device, row.generation]),
    };
  });
}

interface LineRow {
  at: Date;
  kind: 'audit' | 'event' | 'refusal';
  id: string;
  what: string;
  who: string | null;
  icv: string | null;
}

/** The newest lines of the till's own log, of the authority's answers, and of the batches that the office refused. */
async function linesOf(
  client: PoolClient,
  key: readonly unknown[],
): Promise<OfficeOutput<'till.get'>['lines']> {
  const own = 'bucket = $1 AND device = $2 AND generation = $3';
  const { rows } = await client.query<LineRow>(
    `(SELECT at, 'audit' AS kind, id, action AS what, actor AS who, NULL::bigint AS icv
      FROM audit_line WHERE ${own} ORDER BY id DESC LIMIT $4)
     UNION ALL
     (SELECT at, 'event', id, coalesce(outcome, event), NULL, icv
      FROM event WHERE ${own} AND event <> 'sent' ORDER BY id DESC LIMIT $4)
     UNION ALL
     (SELECT received_at, 'refusal', at, code, NULL, NULL FROM quarantine WHERE ${own} ORDER BY received_at DESC LIMIT $4)
     ORDER BY at DESC, kind, id DESC LIMIT $4`,
    [...key, mostLines],
  );
  return rows.map(({ at, id, icv, ...row }) => ({
    ...row,
    at: at.toISOString(),
    id: Number(id),
    icv: icv === null ? null : Number(icv),
  }));
}
