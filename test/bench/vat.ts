import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { type OfficeDatabase, openOfficeDatabase } from '../../main/office/database/database.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../../main/office/database/embedded-server.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';
import { vatSums } from '../../main/office/views/vat.ts';
import { addUpMonths } from '../../main/office/watch/add-up-months.ts';
import { officeFolder } from '../office/office.ts';
import { type Lines, p50p99 } from './measure.ts';
import { serverSeconds, tidyUp } from './server.ts';

/*
 * Measures the VAT of a quarter, as its page requests it, over many documents of seven taxpayers, and compares each sum
 * with that of the documents. The database writes the documents without bytes or indexes, because the page does not
 * read those.
 */

const tills = 700;
const entities = 7;
const each = Math.floor(10_000_000 / tills);
const quarter = { from: '2026-07-01', to: '2026-09-30' };
const days = 92;
const looks = 30;

export async function run(): Promise<Lines> {
  const folder = officeFolder();
  const server = await startEmbeddedServer(folder);
  try {
    const database = await openOfficeDatabase(server.url);
    const tenant = await tenantNamed(database, 'Shops');
    await fill(server);
    const sums = await sumsOfDocuments(database, tenant);
    const look = () => measure(server, database, tenant, sums);
    const ofDays = await look();
    await addUpMonths(database);
    await tidyUp(server);
    const ofMonths = await look();
    await database.close();
    return {
      'processor of PostgreSQL, ms': { total: ofMonths.processor },
      'clock, ms': ofMonths.clock,
      'processor of PostgreSQL while no month is added up, ms': { total: ofDays.processor },
      'clock while no month is added up, ms': ofDays.clock,
    };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(server: EmbeddedServer): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const key = 'bucket, device, generation';
  const whose = 'tenant, entity, branch';
  const by = 'day, kind, self_billed, currency, state';
  const state = `CASE WHEN icv % 97 = 0 THEN 'rejected' WHEN icv % 53 = 0 THEN 'waiting' ELSE 'accepted' END`;
  const taxable = '(1000 + (icv * 37 + device * 11) % 9000)';
  // One document in twenty is a credit note, and two have no tax.
  const statements = [
    `SET synchronous_commit = off; SET work_mem = '256MB'; SET row_security = off`,
    `INSERT INTO entity (tenant, vat_number) SELECT tenant, '3' || lpad(n::text, 13, '0') || '3'
       FROM tenant, generate_series(1, ${entities}) AS n`,
    `INSERT INTO branch (tenant, entity, name) SELECT tenant, entity, 'Branch ' || n
       FROM entity, generate_series(1, 10) AS n`,
    `INSERT INTO device (tenant, entity, branch, name, enrolled_at)
       SELECT tenant, entity, branch, 'Till ' || n, now() FROM branch, generate_series(1, ${tills / entities / 10}) AS n`,
    'DROP INDEX document_open, document_by_time, document_by_number',
    'ALTER TABLE document DROP CONSTRAINT document_pkey; ALTER TABLE document_vat DROP CONSTRAINT document_vat_pkey',
    'ALTER TABLE document SET UNLOGGED; ALTER TABLE document_vat SET UNLOGGED',
    `INSERT INTO document (${key}, icv, ${whose}, issued_at, received_at, due_at, hash, previous_hash, digest, uuid, number,
         kind, type_name, mode, currency, payable, taxable, vat, state)
       SELECT device % 1024, device, 1, icv, ${whose},
         '${quarter.from}'::timestamp + (icv % ${days}) * interval '1 day' + interval '12 hours',
         now(), now(), '', '', '', '', '', CASE WHEN icv % 20 = 0 THEN '381' ELSE '388' END, '0200000', 'reporting', 'SAR',
         taxable + vat, taxable, vat, ${state}
       FROM device CROSS JOIN generate_series(1, ${each}) AS icv
       CROSS JOIN LATERAL (SELECT ${taxable} AS taxable) AS t
       CROSS JOIN LATERAL (SELECT CASE WHEN icv % 10 = 3 THEN 0 ELSE round(taxable * 0.15) END AS vat) AS v`,
    `INSERT INTO document_vat (${key}, icv, ${whose}, category, reason, rate, taxable, vat)
       SELECT ${key}, icv, ${whose}, CASE WHEN icv % 10 = 3 THEN 'Z' ELSE 'S' END,
         CASE WHEN icv % 10 = 3 THEN 'VATEX-SA-35' ELSE '' END, CASE WHEN icv % 10 = 3 THEN 0 ELSE 15 END, taxable, vat
       FROM document`,
    // This inserts the sums of days in the form that ingest stores.
    `INSERT INTO document_day (${key}, ${whose}, ${by}, count, payable, taxable, vat)
       SELECT ${key}, ${whose}, issued_at::date AS day, kind, false AS self_billed, currency, state,
         count(*), sum(payable), sum(taxable), sum(vat) FROM document GROUP BY ${key}, ${whose}, ${by}`,
    `INSERT INTO vat_day (${key}, ${whose}, ${by}, category, reason, rate, count, taxable, vat)
       SELECT ${key}, ${whose}, ${by}, category, reason, rate, count(*), sum(taxable), sum(vat)
       FROM (SELECT ${key}, ${whose}, issued_at::date AS day, kind, false AS self_billed, currency, state,
           CASE WHEN icv % 10 = 3 THEN 'Z' ELSE 'S' END AS category, CASE WHEN icv % 10 = 3 THEN 'VATEX-SA-35' ELSE '' END AS reason,
           CASE WHEN icv % 10 = 3 THEN 0 ELSE 15 END AS rate, taxable, vat FROM document) AS d
       GROUP BY ${key}, ${whose}, ${by}, category, reason, rate`,
    'VACUUM ANALYZE document_day; VACUUM ANALYZE vat_day; VACUUM ANALYZE document; VACUUM ANALYZE document_vat',
  ];
  for (const [index, sql] of statements.entries()) {
    process.stderr.write(`\rfilling: ${index + 1} of ${statements.length}`);
    for (const one of sql.includes('VACUUM') ? sql.split(';') : [sql]) await client.query(one);
  }
  process.stderr.write('\n');
  await client.end();
}

type Sums = ReadonlyMap<number, Record<'entity' | 'n' | 'taxable' | 'vat', string>>;

/** Times the page of the quarter, with or without stored sums for its months, and compares its sums. */
async function measure(server: EmbeddedServer, database: OfficeDatabase, tenant: number, sums: Sums) {
  const times: number[] = [];
  const ask = () => vatSums(database, { tenant }, quarter, Date.now());
  let answer = await ask();
  const before = serverSeconds(server.pid);
  for (let look = 0; look < looks; look += 1) {
    const began = performance.now();
    answer = await ask();
    times.push(performance.now() - began);
  }
  const processor = ((serverSeconds(server.pid) - before) * 1000) / looks;
  const differing = answer.entities.filter(({ entity, taxable, vat, rows: parts }) => {
    const sum = sums.get(entity);
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    return taxable !== Number(sum?.taxable) || vat !== Number(sum?.vat) || count !== Number(sum?.n);
  });
  if (differing.length > 0 || answer.entities.length !== entities)
    throw new Error(`${differing.length} of ${answer.entities.length} sums differ`);
  return { processor, clock: p50p99(times) };
}

/** Reads the VAT rows of the documents themselves, without the office's statements. */
async function sumsOfDocuments(database: OfficeDatabase, tenant: number): Promise<Sums> {
  return database.within({ tenant }, async (client) => {
    await client.query("SET LOCAL work_mem = '256MB'");
    const { rows } = await client.query<Record<'entity' | 'n' | 'taxable' | 'vat', string>>(
      `WITH v AS (SELECT icv, device, taxable, vat FROM document_vat)
       SELECT entity, count(*) AS n, sum(CASE kind WHEN '381' THEN -v.taxable ELSE v.taxable END) AS taxable,
         sum(CASE kind WHEN '381' THEN -v.vat ELSE v.vat END) AS vat
       FROM document JOIN v USING (device, icv) WHERE state <> 'rejected' GROUP BY entity`,
    );
    return new Map(rows.map((row) => [Number(row.entity), row]));
  });
}
