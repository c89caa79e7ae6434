import { describe, expect, it } from 'vitest';
import { ingest } from '../../../main/office/ingest/ingest.ts';
import { enrolledChain } from '../enrolled-chain.ts';
import { office, provideOffice } from '../office.ts';

/* Tests what differs when facts are on many servers. With CITUS_URL the other tests run there too. */

const asOwner = async <T extends object>(sql: string, values: unknown[] = []) => {
  const { rows } = await office.database.asOwner((client) => client.query<T>(sql, values));
  return rows;
};

describe.skipIf(process.env.CITUS_URL === undefined)('an office on Citus', () => {
  provideOffice();

  it('has the facts spread by bucket, a till’s together, and each shard guarded', async () => {
    const tables = await asOwner<{ name: string; group: number; by: string }>(
      `SELECT relname AS name, p.colocationid AS "group", column_to_column_name(logicalrelid, partkey) AS by
       FROM pg_dist_partition AS p JOIN pg_class AS c ON c.oid = p.logicalrelid WHERE partmethod = 'h' ORDER BY relname`,
    );
    expect(tables.map(({ name }) => name)).toEqual([
      'archived',
      'audit_line',
      'body',
      'cleared',
      'document',
      'document_deduction',
      'document_vat',
      'event',
      'quarantine',
    ]);
    expect(new Set(tables.map(({ group, by }) => `${group} ${by}`)).size).toBe(1);
    expect(tables[0]?.by).toBe('bucket');
    for (const { name } of tables) {
      const shards = await asOwner<{ result: string }>(
        `SELECT result FROM run_command_on_shards($1::text::regclass,
           $$SELECT relrowsecurity AND relforcerowsecurity FROM pg_class WHERE oid = '%s'::regclass$$)`,
        [name],
      );
      expect(shards.length).toBeGreaterThan(1);
      expect(new Set(shards.map(({ result }) => result))).toEqual(new Set(['t']));
    }
  });

  it('commits the facts of a till on its server in two phases with its head, and asks no other server', async () => {
    const first = await enrolledChain(2);
    const count = async (sql: string) =>
      Number((await asOwner<{ n: string }>(`SELECT count(*) AS n ${sql}`))[0]?.n);
    const prepared = async () => count('FROM pg_dist_transaction');
    expect(await ingest(office.database, first.key, first.batch)).toMatchObject({ result: 'kept' });
    // A till's shards are on one server, so only the head requires a two-phase commit. Citus cleans up every minute.
    if ((await count('FROM pg_dist_node WHERE groupid <> 0')) > 0 && (await prepared()) === 0) {
      const second = await enrolledChain(3, { branch: 'Malaz' });
      await ingest(office.database, second.key, second.batch);
      expect(await prepared()).toBeGreaterThan(0);
    }
    const plan = await office.database.within({ tenant: first.key.tenant }, (client) =>
      client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT icv FROM document WHERE bucket = $1 AND device = $2`,
        [first.key.bucket, first.key.device],
      ),
    );
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Task Count: 1');
  });

  it('keeps nothing of a batch where the commit fails', async () => {
    const { key, batch } = await enrolledChain(2, { branch: 'Hittin' });
    const undo = new Error('undone');
    const documents = () =>
      office.database.within({ tenant: key.tenant }, async (client) => {
        const { rows } = await client.query<{ n: string }>(
          'SELECT count(*) AS n FROM document WHERE bucket = $1 AND device = $2',
          [key.bucket, key.device],
        );
        return Number(rows[0]?.n);
      });
    // The last statement of a batch updates the head.
    const failing = {
      ...office.database,
      within: ((scope, work, settings) =>
        office.database.within(
          scope,
          async (client) => {
            await work(client);
            throw undo;
          },
          settings,
        )) satisfies typeof office.database.within,
    };
    await expect(ingest(failing, key, batch)).rejects.toBe(undo);
    expect(await documents()).toBe(0);
    expect(await ingest(office.database, key, batch)).toMatchObject({ result: 'kept' });
    expect(await documents()).toBe(2);
  });
});
