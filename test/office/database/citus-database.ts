import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** The number of shards of each table: enough to spread rows, and quick to create. */
const shards = 4;

/**
 * Makes a database for one file of tests on the servers of a Citus. CITUS_URL names its coordinator and a superuser,
 * whom all servers admit without a password or with the same one.
 */
export async function newCitusDatabase(citus: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `khatm_${randomBytes(6).toString('hex')}`;
  const { workers, coordinator } = await nodesOf(citus);
  const servers = [citus, ...workers.map((at) => urlOf(citus, at))];
  for (const server of servers) {
    await runOn(
      server,
      `CREATE DATABASE ${name}`,
      `ALTER DATABASE ${name} SET citus.shard_count = ${shards}`,
    );
    await runOn(inDatabase(server, name), 'CREATE EXTENSION citus');
  }
  const url = inDatabase(citus, name);
  await runOn(
    url,
    `SELECT citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...(workers.length === 0
      ? [
          `SELECT citus_set_node_property('${coordinator.host}', ${coordinator.port}, 'shouldhaveshards', true)`,
        ]
      : workers.map(({ host, port }) => `SELECT citus_add_node('${host}', ${port})`)),
  );
  return {
    url,
    async drop() {
      for (const server of servers) await runOn(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Returns the servers listed in the URL's database itself, if Citus is set up in it. */
async function nodesOf(citus: string): Promise<{ coordinator: Place; workers: Place[] }> {
  const { hostname, port } = new URL(citus);
  const coordinator = { host: hostname, port: Number(port || 5432) };
  const [installed] = await runOn<{ known: string | null }>(
    citus,
    `SELECT to_regclass('pg_dist_node') AS known`,
  );
  if (installed?.known == null) return { coordinator, workers: [] };
  const workers = await runOn<Place>(
    citus,
    'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 AND isactive',
  );
  return { coordinator, workers };
}

function urlOf(citus: string, { host, port }: Place): string {
  const url = new URL(citus);
  url.host = `${host}:${port}`;
  return url.href;
}

function inDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Runs statements at a server.
 * @returns the rows of the last one
 */
export async function runOn<Row extends object>(
  url: string,
  ...statements: readonly string[]
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  // A server that ends tells its connections, and the statement's own error reports that.
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const sql of statements) ({ rows } = await client.query<Row>(sql));
    return rows;
  } finally {
    await client.end();
  }
}
