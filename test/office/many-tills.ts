import type { OfficeDatabase } from '../../main/office/database/database.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';

/** The states of a till as the office sees them; most tills are in the last one. */
const kinds = ['refused', 'overdue', 'silent', 'parked', 'behind', 'expected', 'left', 'good'] as const;

/**
 * Adds tills of two taxpayers with their reports. Each of the first tills is in another state; the rest need no attention.
 * @param now the office's clock
 */
export async function addManyTills(
  database: OfficeDatabase,
  { tills, now, tenant: name = 'Head office' }: { tills: number; now: number; tenant?: string },
): Promise<void> {
  const tenant = await tenantNamed(database, name);
  const minutes = (count: number) => new Date(now + count * 60_000).toISOString();
  await database.within({ tenant }, async (client) => {
    await client.query(
      `INSERT INTO entity (tenant, vat_number) VALUES ($1, '310000000000003'), ($1, '399999999900003')
       ON CONFLICT DO NOTHING`,
      [tenant],
    );
    await client.query(
      `INSERT INTO branch (tenant, entity, name)
       SELECT $1, entity, name FROM entity, unnest(ARRAY['العليا', 'الملز', 'جدة – التحلية', 'Dammam']) AS name
       ON CONFLICT DO NOTHING`,
      [tenant],
    );
    await client.query(
      `WITH b AS (SELECT entity, branch, row_number() OVER (ORDER BY branch) - 1 AS place FROM branch)
       INSERT INTO device (tenant, entity, branch, name, serial, public_key, enrolled_at, left_at)
       SELECT $1, b.entity, b.branch, 'نقطة ' || n, '1-Khatm|2-Terminal|3-' || n,
         CASE WHEN n <> 6 THEN '{}'::jsonb END, CASE WHEN n <> 6 THEN now() END, CASE WHEN n = 7 THEN now() END
       FROM generate_series(1, $2) AS n JOIN b ON b.place = n % (SELECT count(*) FROM b)`,
      [tenant, tills],
    );
    const status = {
      now,
      version: '0.1.0',
      environment: 'production',
      unready: null,
      waiting: 0,
      parked: 0,
      rejected: 0,
      nearestDeadline: null,
      connection: 'online',
      certificate: { serial: '1', validFrom: now - 1e10, validTo: now + 300 * 86_400_000 },
      skewMs: 0,
      alarms: [],
    };
    await client.query(
      `INSERT INTO chain (bucket, device, generation, tenant, entity, branch, ledger, icv, till_icv, hash, event, audit,
         audit_hash, last_contact, complete_at, status, status_at, skew_ms, refused, refused_at, verified_icv)
       SELECT device % 1024, device, 1, tenant, entity, branch, gen_random_uuid(), 1204,
         CASE kind WHEN 'behind' THEN 1260 ELSE 1204 END, 'aGFzaA==', 0, 0, '',
         CASE kind WHEN 'silent' THEN $2::timestamptz ELSE $1 END,
         CASE kind WHEN 'silent' THEN $2::timestamptz WHEN 'behind' THEN NULL ELSE $1 END,
         $4::jsonb || CASE kind
           WHEN 'overdue' THEN jsonb_build_object('waiting', 3, 'nearestDeadline', $5::bigint)
           WHEN 'silent' THEN jsonb_build_object('waiting', 12, 'nearestDeadline', $6::bigint)
           WHEN 'parked' THEN '{"parked": 2}'::jsonb ELSE '{}'::jsonb END,
         CASE kind WHEN 'silent' THEN $2::timestamptz ELSE $1 END, 0,
         CASE kind WHEN 'refused' THEN 'forked' END, CASE kind WHEN 'refused' THEN $3::timestamptz END, 1204
       FROM (SELECT *, coalesce(($7::text[])[substr(name, 6)::integer], 'good') AS kind FROM device) AS d
       WHERE enrolled_at IS NOT NULL`,
      [
        minutes(0),
        minutes(-95),
        minutes(-30),
        JSON.stringify(status),
        now - 20 * 60_000,
        now + 19 * 3600_000,
        kinds,
      ],
    );
  });
}
