import { rmSync } from 'node:fs';
import { hexDigest } from '../../../main/document/stamp/digest.ts';
import { checkOffice, type FindingCode } from '../../../main/office/check/check-office.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../../../main/office/database/database.ts';
import { startEmbeddedServer } from '../../../main/office/database/embedded-server.ts';
import { addTill, tenantNamed } from '../../../main/office/tills/tills.ts';
import { officeFolder } from '../../office/office.ts';
import type { Lines } from '../measure.ts';
import { serverSeconds, tidyUp } from '../server.ts';

/*
 * Measures the check of a head office with many documents. Some are missing, some do not follow the previous one, and
 * some are duplicated; the check must find exactly these. The bench measures the server's processor time, which other
 * work on the machine hardly changes.
 */

const tills = 40;
const each = 1_000_000 / tills;
const planted = { gap: 40, 'broken-link': 25, double: 5 } as const;

export async function run(): Promise<Lines> {
  const folder = officeFolder();
  const server = await startEmbeddedServer(folder);
  try {
    const database = await openOfficeDatabase(server.url);
    await fill(database);
    await plant(database);
    await sumUp(database);
    await tidyUp(server);
    const before = serverSeconds(server.pid);
    const began = performance.now();
    const { findings } = await checkOffice(database, 47);
    const seconds = (performance.now() - began) / 1000;
    const found: Partial<Record<FindingCode, number>> = {};
    for (const { code } of findings) found[code] = (found[code] ?? 0) + 1;
    const processor = serverSeconds(server.pid) - before;
    await database.close();
    if (JSON.stringify(sorted(found)) !== JSON.stringify(sorted(planted)))
      throw new Error(`found ${JSON.stringify(found)}, planted ${JSON.stringify(planted)}`);
    return { 'processor of PostgreSQL, s': { total: processor }, 'clock, s': { total: seconds } };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function sorted(record: object): [string, unknown][] {
  return Object.entries(record).toSorted(([a], [b]) => a.localeCompare(b));
}

async function fill(database: OfficeDatabase): Promise<void> {
  const tenant = await tenantNamed(database, 'Shops');
  for (let index = 0; index < tills; index += 1)
    await addTill(database, { tenant, vatNumber: '399999999900003', branch: 'Olaya', name: `Till ${index}` });
  await database.asOwner(async (client) => {
    const hash = (icv: string) => `encode(sha256((device || ':' || ${icv})::bytea), 'base64')`;
    const names = 'bucket, device, generation';
    const key = 'device % 1024, device, 1';
    const whose = 'tenant, entity, branch';
    const series = `device CROSS JOIN generate_series(1, ${each}) AS icv`;
    await client.query(`
      INSERT INTO chain (${names}, ${whose}, ledger, icv, hash, event, audit, audit_hash, last_contact)
        SELECT ${key}, ${whose}, gen_random_uuid(), ${each}, ${hash(String(each))}, 0, 0, '', now() FROM device;
      UPDATE chain SET audit_hash = ledger::text;
      INSERT INTO document (${names}, icv, ${whose}, issued_at, received_at, due_at, hash, previous_hash, digest, uuid,
          number, kind, type_name, mode, currency, payable, taxable, vat, state)
        SELECT ${key}, icv, ${whose}, '2026-11-01'::timestamp + icv * interval '1 minute', now(), now(), ${hash('icv')},
          CASE icv WHEN 1 THEN '${hexDigest('0')}' ELSE ${hash('(icv - 1)')} END, sha256('x'),
          gen_random_uuid()::text, 'T1-' || icv, '388', '0200000', 'reporting', 'SAR', 1150, 1000, 150, 'waiting'
        FROM ${series};
      INSERT INTO document_vat (${names}, icv, ${whose}, category, reason, rate, taxable, vat)
        SELECT ${key}, icv, ${whose}, 'S', '', 15, 1000, 150 FROM ${series};
      -- As many bytes as those of a document.
      INSERT INTO body (${names}, icv, ${whose}, xml)
        SELECT ${names}, icv, ${whose}, decode(repeat('78', 500), 'hex') FROM document;`);
  });
}

/** Adjusts the sums of days, as a thief would who knows about them. */
async function sumUp(database: OfficeDatabase): Promise<void> {
  await database.asOwner(async (client) => {
    const key = 'bucket, device, generation';
    const whose = 'tenant, entity, branch';
    const by = 'day, kind, self_billed, currency, state';
    await client.query(`
      CREATE TEMPORARY TABLE days ON COMMIT DROP AS SELECT ${key}, icv, ${whose}, issued_at::date AS day, kind,
        false AS self_billed, currency, state, payable, taxable, vat FROM document;
      INSERT INTO document_day (${key}, ${whose}, ${by}, count, payable, taxable, vat)
        SELECT ${key}, ${whose}, ${by}, count(*), sum(payable), sum(taxable), sum(vat)
        FROM days GROUP BY ${key}, ${whose}, ${by};
      INSERT INTO vat_day (${key}, ${whose}, ${by}, category, reason, rate, count, taxable, vat)
        SELECT ${key}, ${whose}, ${by}, category, reason, rate, count(*), sum(v.taxable), sum(v.vat)
        FROM days JOIN (SELECT ${key}, icv, category, reason, rate, taxable, vat FROM document_vat) AS v
          USING (${key}, icv)
        GROUP BY ${key}, ${whose}, ${by}, category, reason, rate;`);
  });
}

/** The faults are far apart, so that none hides another. */
async function plant(database: OfficeDatabase): Promise<void> {
  await database.asOwner(async (client) => {
    const { rows } = await client.query<{ device: number }>('SELECT device FROM device ORDER BY device');
    let round = 0;
    const next = () => {
      round += 1;
      return { device: rows[round % rows.length]?.device, icv: 10 + round * 7 };
    };
    const where = 'device = $1 AND icv = $2';
    const change = async (count: number, ...statements: string[]) => {
      for (let index = 0; index < count; index += 1) {
        const { device, icv } = next();
        for (const sql of statements) await client.query(`${sql} WHERE ${where}`, [device, icv]);
      }
    };
    await change(planted.gap, ...['document', 'document_vat', 'body'].map((table) => `DELETE FROM ${table}`));
    await change(planted['broken-link'], "UPDATE document SET previous_hash = 'x'");
    await change(
      planted.double,
      'UPDATE document SET uuid = (SELECT uuid FROM document ORDER BY bucket, device, icv LIMIT 1)',
    );
  });
}
