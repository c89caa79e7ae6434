import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../main/office/database/database.ts';
import { applicationRole } from '../../../main/office/database/schema/guarded.ts';
import { ingest } from '../../../main/office/ingest/ingest.ts';
import type { ChainKey } from '../../../main/office/tills/chain-key.ts';
import { chance } from '../../support/run/chance.ts';
import { rounds } from '../../support/run/effort.ts';
import { enrolledChain } from '../enrolled-chain.ts';
import { hasServer, office, provideOffice } from '../office.ts';

/*
 * Tests the rights of the office's database role: those on each table, and that no query shows it a row of another
 * tenant.
 */

/** The columns that the role may change; it may add rows and never delete one. */
const changeable: Readonly<Record<string, readonly string[]>> = {
  chain: [
    ...[
      'icv',
      'hash',
      'event',
      'audit',
      'audit_hash',
      'verified_icv',
      'verified_at',
      'wrong_icv',
      'wrong_check',
      'whole_icv',
      'whole_cleared_icv',
    ],
    ...['last_contact', 'complete_at', 'till_icv', 'status', 'status_at', 'skew_ms', 'refused', 'refused_at'],
  ],
  document: ['state', 'accepted_at', 'mode', 'due_at'],
  document_day: ['count', 'payable', 'taxable', 'vat'],
  vat_day: ['count', 'taxable', 'vat'],
  document_past_month: ['count', 'payable', 'taxable', 'vat'],
  vat_past_month: ['count', 'taxable', 'vat'],
  document_vat: [],
  document_deduction: [],
  body: [],
  cleared: [],
  event: [],
  audit_line: [],
  quarantine: [],
};
const facts = Object.keys(changeable);

const asOwner = async <T extends object>(sql: string, values: unknown[] = []) => {
  const { rows } = await office.database.asOwner((client) => client.query<T>(sql, values));
  return rows;
};

let keys: ChainKey[] = [];

/**
 * Citus cannot join rows of different buckets, and an outer join with a table that is not distributed crashes its
 * server (13.2.2). On Citus these joins are by bucket, not with `chain`.
 */
const onCitus = process.env.CITUS_URL !== undefined;

/**
 * Adds rows of another taxpayer of the same tenant to a chain, because the documents of the tests have only one VAT
 * number.
 */
async function ofAnotherTaxpayer({
  key,
  batch,
}: Awaited<ReturnType<typeof enrolledChain>>): Promise<ChainKey> {
  await ingest(office.database, key, batch);
  const [{ entity } = { entity: 0 }] = await asOwner<{ entity: number }>(
    `INSERT INTO entity (tenant, vat_number) VALUES ($1, '310000000000003') RETURNING entity`,
    [key.tenant],
  );
  for (const table of ['device', 'branch', ...facts]) {
    const column = table === 'branch' ? 'branch' : 'device';
    await asOwner(`UPDATE ${table} SET entity = $1 WHERE ${column} = $2`, [entity, key[column]]);
  }
  return { ...key, entity };
}

describe.skipIf(!hasServer)("the application's role", () => {
  provideOffice();
  beforeAll(async () => {
    if (!hasServer) return;
    const added = [
      await enrolledChain(3),
      await enrolledChain(2, { branch: 'Malaz' }),
      await enrolledChain(2, { tenant: 'Others' }),
    ];
    for (const { key, batch } of added) await ingest(office.database, key, batch);
    keys = added.map(({ key }) => key);
    keys.push(await ofAnotherTaxpayer(await enrolledChain(2, { branch: 'Dammam' })));
  });

  it('adds facts, changes the columns that are positions and states, and deletes nothing', async () => {
    for (const table of facts) {
      const [allowed] = await asOwner<{ deletes: boolean; truncates: boolean; inserts: boolean }>(
        `SELECT has_table_privilege($1, $2, 'DELETE') AS deletes, has_table_privilege($1, $2, 'TRUNCATE') AS truncates,
           has_table_privilege($1, $2, 'INSERT') AS inserts`,
        [applicationRole, table],
      );
      expect(allowed, table).toEqual({ deletes: false, truncates: false, inserts: true });
      const columns = await asOwner<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = $2::regclass AND attnum > 0
           AND has_column_privilege($1, attrelid, attnum, 'UPDATE')`,
        [applicationRole, table],
      );
      expect(columns.map(({ name }) => name).toSorted(), table).toEqual(changeable[table]?.toSorted());
      const [key] = keys;
      await expect(
        office.database.within({ tenant: key?.tenant ?? 0 }, (client) =>
          client.query(`DELETE FROM ${table}`),
        ),
      ).rejects.toThrow(/permission denied/);
    }
  });

  it('is held to the rows of its tenant in every table that has one', async () => {
    const tables = await asOwner<{ table: string; guarded: boolean }>(
      `SELECT c.relname AS "table", c.relrowsecurity AND c.relforcerowsecurity AS guarded
       FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'tenant'
       WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'tenant'`,
    );
    expect(tables.length).toBeGreaterThanOrEqual(facts.length);
    // These are found by a name or the digest of a secret, before anybody's tenant is known.
    const open = tables.filter(({ guarded }) => !guarded).map(({ table }) => table);
    expect(open.toSorted()).toEqual(['invitation', 'session', 'sign_in']);
    for (const { table } of tables.filter(({ guarded }) => guarded)) {
      const count = async (scope: Scope) =>
        (await office.database.within(scope, (client) => client.query(`SELECT 1 FROM ${table}`))).rowCount;
      expect([await count({ tenant: 0 }), await count({ tenant: 2_000_000_000 })], table).toEqual([0, 0]);
    }
  });

  it('deletes nothing in any table, and reads none of those about signing in', async () => {
    const rights = await asOwner<{ table: string; reads: boolean; deletes: boolean }>(
      `SELECT relname AS "table", has_table_privilege($1, oid, 'SELECT') AS reads,
         has_table_privilege($1, oid, 'DELETE') OR has_table_privilege($1, oid, 'TRUNCATE') AS deletes
       FROM pg_class WHERE relkind IN ('r', 'p', 'v') AND relnamespace = 'public'::regnamespace
         AND relname NOT LIKE 'citus%'`,
      [applicationRole],
    );
    expect(rights.length).toBeGreaterThan(facts.length);
    expect(rights.filter(({ deletes }) => deletes)).toEqual([]);
    const unread = rights.filter(({ reads }) => !reads).map(({ table }) => table);
    expect(unread.toSorted()).toEqual([
      ...['invitation', 'known_browser', 'migration', 'office_pin', 'session', 'sign_in', 'sign_in_attempt'],
    ]);
  });

  it('sees no foreign row whatever it asks, and none at all without a tenant', async () => {
    const random = chance();
    const tenants = [...new Set(keys.map(({ tenant }) => tenant))];
    const branches = keys.map(({ branch }) => branch);
    const entities = [...new Set(keys.map(({ entity }) => entity))];
    const joins = [...(onCitus ? [] : ['chain']), 'document', 'body', 'document_vat'];
    const conditions = [
      ...['true', 'icv > 0', 'NOT (icv < 0) OR true', 'x.tenant = x.tenant', 'x.tenant > 0 OR x.branch > 0'],
      ...[`x.branch = ${branches[0]}`, `x.tenant IN (${tenants.join(', ')})`],
    ];
    let seen = 0;
    for (let index = 0; index < rounds(1000); index += 1) {
      const table = random.pick(
        facts.filter((each) => !/_day|_month|audit_line/.test(each) && !(onCitus && each === 'chain')),
      );
      const other = random.pick(joins);
      const condition =
        table === 'quarantine' ? 'true' : random.pick(conditions).replace(/(?<!\.)icv/g, 'x.icv');
      const sql = random.pick([
        `SELECT x.tenant, x.entity, x.branch FROM ${table} AS x WHERE ${condition}`,
        `SELECT x.tenant, x.entity, x.branch FROM ${table} AS x FULL JOIN ${other} AS y ON ${onCitus ? 'x.bucket = y.bucket' : 'true'} WHERE x.tenant IS NOT NULL`,
        `SELECT y.tenant, y.entity, y.branch FROM ${table} AS x RIGHT JOIN ${other} AS y ON ${onCitus ? 'x.bucket = y.bucket AND ' : ''}x.device <> y.device`,
        `SELECT tenant, entity, branch FROM ${table} UNION ALL SELECT tenant, entity, branch FROM ${other}`,
        `SELECT tenant, entity, branch FROM ${random.pick(facts)} GROUP BY tenant, entity, branch`,
        `WITH x AS MATERIALIZED (SELECT * FROM ${other}) SELECT tenant, entity, branch FROM x`,
      ]);
      const tenant = random.pick([0, ...tenants]);
      const scope: Scope = random.pick<Scope>([
        { tenant },
        { tenant, branches: [random.pick(branches)] },
        { tenant, entities: [random.pick(entities)] },
        { tenant, entities: [random.pick(entities)], branches: [random.pick(branches)] },
      ]);
      const isIn = (id: number, only: readonly number[] = []) => only.length === 0 || only.includes(id);
      const { rows } = await office.database.within(scope, (client) =>
        client.query<{ tenant: number; entity: number; branch: number }>(sql),
      );
      const foreign = rows.filter(
        (row) =>
          row.tenant !== tenant || !isIn(row.entity, scope.entities) || !isIn(row.branch, scope.branches),
      );
      expect({ sql, scope, foreign }).toEqual({ sql, scope, foreign: [] });
      seen += rows.length;
    }
    // If nothing was seen, the test has tried nothing.
    expect(seen).toBeGreaterThan(0);
    // A connection outside the office's transactions has no tenant.
    for (const table of facts)
      expect(
        await office.database.asOwner(async (client) => {
          await client.query(`SET LOCAL ROLE ${applicationRole}`);
          return (await client.query(`SELECT 1 FROM ${table}`)).rowCount;
        }),
      ).toBe(0);
  });
});
