import type { Pool, PoolClient } from 'pg';
import { applicationRole, seen } from './schema/guarded.ts';

/*
 * Citus is PostgreSQL whose large tables are spread over many servers. The facts of tills are distributed by `bucket`,
 * so that the facts of one till are together. Everything else, including the heads of chains, is on the server to which
 * the office connects. The tables, and nearly all statements, are those of plain PostgreSQL.
 */

/** The facts, which grow with every document. */
const spread = [
  'document',
  'document_vat',
  'document_deduction',
  'body',
  'cleared',
  'event',
  'audit_line',
  'quarantine',
  'archived',
] as const;

/** A table without rows, see `beginOnCitus`. */
const together = 'commit_together';

/** The connections to an office whose facts are distributed. */
const clients = new WeakSet<PoolClient>();

export const isOnCitus = (client: PoolClient): boolean => clients.has(client);

/** Returns true when Citus is set up in this database; only the superuser can set it up. */
export async function hasCitus(database: Pool | PoolClient): Promise<boolean> {
  const { rowCount } = await database.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  return rowCount === 1;
}

/**
 * Returns the statements of a step one by one. Citus forwards the text of each change to other servers, which accept
 * only one statement at a time.
 */
export function statementsOf(sql: string): string[] {
  const statements = [''];
  for (const [piece] of sql.matchAll(/\$(\w*)\$.*?\$\1\$|'[^']*'|--[^\n]*|;|[^$';-]+|./gs)) {
    if (piece === ';') statements.push('');
    else if (!piece.startsWith('--')) statements.push(`${statements.pop()}${piece}`);
  }
  return statements.filter((statement) => statement.trim() !== '');
}

/** Distributes the tables of facts that are not distributed yet, with their rows. */
export async function spreadFacts(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT relname AS name FROM pg_dist_partition AS p JOIN pg_class AS c ON c.oid = p.logicalrelid',
  );
  const done = new Set(rows.map(({ name }) => name));
  // Citus connects to the other servers with the role of the caller.
  if (!done.has(together))
    await client.query(`
      DO $$ BEGIN
        IF NOT (SELECT rolcanlogin FROM pg_roles WHERE rolname = '${applicationRole}') THEN
          ALTER ROLE ${applicationRole} LOGIN;
        END IF;
      END $$;
      CREATE TABLE ${together} (one boolean PRIMARY KEY);
      GRANT SELECT, UPDATE ON ${together} TO ${applicationRole};
      SELECT citus_add_local_table_to_metadata('${together}');
    `);
  for (const table of spread.filter((name) => !done.has(name))) await spreadTable(client, table);
}

async function spreadTable(client: PoolClient, table: (typeof spread)[number]): Promise<void> {
  const [first] = spread;
  // The owner copies the rows and is subject to row level security too. Citus supports no policies that are evaluated
  // once for a statement.
  const guard = seen(['entity', 'branch'], 'each row');
  for (const statement of [
    `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`,
    `DROP POLICY own ON ${table}`,
    `CREATE POLICY own ON ${table} USING (${guard}) WITH CHECK (${guard})`,
    `SELECT create_distributed_table('${table}', 'bucket', colocate_with => '${table === first ? 'none' : first}')`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `SELECT truncate_local_data_after_distributing_table('${table}')`,
  ])
    await client.query(statement);
}

/**
 * Begins a transaction in which settings reach every server. A change to a Citus table on this server makes it commit
 * on all servers or on none; otherwise, if only one other server has facts, it would commit before this one commits the
 * heads.
 */
export async function beginOnCitus(
  client: PoolClient,
  { begin, settings, writes }: { begin: string; settings: string; writes: boolean },
): Promise<void> {
  clients.add(client);
  await client.query(
    `${begin}; ${writes ? `UPDATE ${together} SET one = one WHERE one;` : ''}
     SET LOCAL citus.local_table_join_policy = 'never'; SET LOCAL citus.propagate_set_commands = 'local'`,
  );
  // Citus finds the servers of rows by the values of a statement. It forwards the whole text, so this statement
  // contains only settings.
  await client.query(`${settings}; SET LOCAL plan_cache_mode = force_custom_plan`);
}

/**
 * Makes a subquery for a table that is not distributed, in a statement that also reads facts. Citus then sends its rows
 * along. If a table with row level security is joined without a subquery, the server crashes (Citus 13.2.2), or the
 * setting above refuses it.
 * @param condition selects its rows; the statement itself repeats it
 */
export const beside = (client: PoolClient, table: string, condition = 'true'): string =>
  isOnCitus(client) ? `(SELECT * FROM ${table} WHERE ${condition} OFFSET 0)` : table;

/** A condition by which Citus finds the servers that have these rows: `$1` has their buckets. */
export const inBuckets = (client: PoolClient, column: string): string =>
  isOnCitus(client) ? `${column} = ANY ($1)` : 'true';
