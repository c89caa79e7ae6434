import type { Pool, PoolClient } from 'pg';
import { applicationRole, seen } from './migrations/guarded.ts';

/*
 * Citus: PostgreSQL whose large tables lie on many servers. The facts of tills are spread by `bucket`, so that all of a
 * till's lie together; everything else, the heads of chains among it, is on the server that the office speaks to. The
 * tables, and nearly all statements, are those of plain PostgreSQL.
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

/** Connections to an office whose facts are spread. */
const clients = new WeakSet<PoolClient>();

export const isOnCitus = (client: PoolClient): boolean => clients.has(client);

/** Whether Citus was set up in this database, which its superuser does. */
export async function hasCitus(database: Pool | PoolClient): Promise<boolean> {
  const { rowCount } = await database.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  return rowCount === 1;
}

/** Returns the statements of a step. Citus passes the text of each change on to other servers, which take one at a time. */
export function statementsOf(sql: string): string[] {
  const statements = [''];
  for (const [piece] of sql.matchAll(/\$(\w*)\$.*?\$\1\$|'[^']*'|--[^\n]*|;|[^$';-]+|./gs)) {
    if (piece === ';') statements.push('');
    else if (!piece.startsWith('--')) statements.push(`${statements.pop()}${piece}`);
  }
  return statements.filter((statement) => statement.trim() !== '');
}

/** Spreads the tables of facts that are not spread yet, with what is in them. */
export async function spreadFacts(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT relname AS name FROM pg_dist_partition AS p JOIN pg_class AS c ON c.oid = p.logicalrelid',
  );
  const done = new Set(rows.map(({ name }) => name));
  // Citus speaks to the other servers as the role that asks.
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
  // The owner, who copies the rows, is guarded too. Citus has no guards that are asked once for a statement.
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
 * Begins a transaction in which settings reach every server. A change to a table of Citus's on this server has it commit
 * on all servers or on none; otherwise one of them that alone has facts would commit before this one commits the heads.
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
  // Citus looks up where rows lie by the values of a statement. It passes the text on whole, so it has settings alone.
  await client.query(`${settings}; SET LOCAL plan_cache_mode = force_custom_plan`);
}

/**
 * A table that is not spread, for a statement that reads facts too. Citus sends its rows along; a guarded table that is
 * joined without a subquery ends the server (Citus 13.2.2), or is refused by the setting above.
 * @param condition which of its rows; the statement itself asks for the same
 */
export const beside = (client: PoolClient, table: string, condition = 'true'): string =>
  isOnCitus(client) ? `(SELECT * FROM ${table} WHERE ${condition} OFFSET 0)` : table;

/** A condition that leads Citus to the servers that have these rows: `$1` has their buckets. */
export const inBuckets = (client: PoolClient, column: string): string =>
  isOnCitus(client) ? `${column} = ANY ($1)` : 'true';
