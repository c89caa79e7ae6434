import { setTimeout as pause } from 'node:timers/promises';
import { type Client, Pool, type PoolClient } from 'pg';
import { beginOnCitus, hasCitus, spreadFacts, statementsOf } from './citus.ts';
import { type OfficeMigration, officeMigrations } from './migrations.ts';
import { applicationRole } from './schema/guarded.ts';

/** The rows that a transaction sees; without entities or branches, all rows of the tenant. */
export interface Scope {
  readonly tenant: number;
  readonly entities?: readonly number[];
  readonly branches?: readonly number[];
}

export interface OfficeDatabase {
  /**
   * Runs work in one transaction as the application's role, within the scope. An error undoes its writes.
   * @param settings statements such as `SET LOCAL`, for this transaction only
   * @param limitMs milliseconds after which it fails with `NoAnswer`, and its connection is closed
   */
  within<T>(
    scope: Scope,
    work: (client: PoolClient) => Promise<T>,
    settings?: string,
    limitMs?: number,
  ): Promise<T>;
  /** Runs work that only reads; all of its statements see the same rows. */
  atOneMoment<T>(scope: Scope, work: (client: PoolClient) => Promise<T>): Promise<T>;
  /** Runs work as the tables' owner, who may change the table of tenants; the rows of tills stay protected. */
  asOwner<T>(work: (client: PoolClient) => Promise<T>, limitMs?: number): Promise<T>;
  close(): Promise<void>;
}

/**
 * The database did not answer for so long that its server may be gone, as after a failover; other callers should not
 * wait for it too.
 */
export class NoAnswer extends Error {}

/** Time limits in milliseconds: for a transaction that others wait for, and for a new connection. */
export const answersWithin = 30_000;

/** The number of milliseconds for which a connection that nobody uses stays open. */
const idleFor = 2 * 60_000;

/**
 * The settings for statements that look up a few rows of large tables by their key. Each is planned once, regardless of
 * its values and of the table's size: a plan made while a table is small would read the whole table even after it has
 * grown.
 */
export const byKey = `SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off;
  SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL random_page_cost = 1.1; SET LOCAL jit = off`;

/**
 * A setting for reports and checks. A server that compiles statements, as Debian's does, finishes even the longest of
 * them seconds later than it would without compiling.
 */
const interpreted = 'SET LOCAL jit = off';

/** An arbitrary number for a lock, the same in each process, so that only one migrates at a time. */
const migrationLock = 7_402_193;

/**
 * Opens the database and brings it to the newest schema.
 * @param url its owner's, who may make roles
 */
export async function openOfficeDatabase(
  url: string,
  {
    connections = 10,
    onError = () => {},
    migrations = officeMigrations,
  }: {
    connections?: number;
    onError?: (error: Error) => void;
    migrations?: readonly OfficeMigration[];
  } = {},
): Promise<OfficeDatabase> {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: answersWithin,
    // The watch runs each minute and must find open connections: a new one would plan each statement again.
    idleTimeoutMillis: idleFor,
    keepAlive: true,
    // The system's default is two hours.
    keepAliveInitialDelayMillis: 10_000,
  });
  // If the server stops, idle connections break too; the next transaction gets a new one.
  pool.on('error', onError);
  const onCitus = await migrate(pool, migrations)
    .then(() => hasCitus(pool))
    .catch(async (error: unknown) => {
      await pool.end();
      throw error;
    });
  const as =
    (scope: Scope, settings: string, mode = '') =>
    (client: PoolClient) =>
      begin(client, { onCitus, mode, settings: `${settingsOf(scope)}; ${settings}` });
  return {
    within(scope, work, settings = '', limitMs = undefined) {
      // The server ends statements that nobody waits for any more.
      const ends = limitMs === undefined ? '' : `; SET LOCAL statement_timeout = ${limitMs}`;
      const start = as(scope, `${settings}${ends}`);
      return limited(limitMs, (onClient) => inTransaction(pool, work, start, onClient));
    },
    atOneMoment: (scope, work) =>
      inTransaction(pool, work, as(scope, interpreted, 'ISOLATION LEVEL REPEATABLE READ, READ ONLY')),
    asOwner: (work, limitMs) =>
      limited(limitMs, (onClient) => inTransaction(pool, work, undefined, onClient)),
    close: () => pool.end(),
  };
}

/** Begins a transaction as the application's role; its first statements are sent to the server together. */
async function begin(
  client: PoolClient,
  { onCitus, mode, settings }: { onCitus: boolean; mode: string; settings: string },
): Promise<void> {
  const asOffice = `BEGIN ${mode}; SET LOCAL ROLE ${applicationRole}`;
  if (!onCitus) await client.query(`${asOffice}; ${settings}`);
  else await beginOnCitus(client, { begin: asOffice, settings, writes: mode === '' });
}

function settingsOf({ tenant, entities = [], branches = [] }: Scope): string {
  // No caller passes ids from outside. If a caller ever did, truncating would still keep text out of the statement.
  const list = (numbers: readonly number[]) => numbers.map((each) => Math.trunc(each)).join(',');
  return `SET LOCAL khatm.tenant = '${list([tenant])}';
    SET LOCAL khatm.entity = '${list(entities)}'; SET LOCAL khatm.branch = '${list(branches)}'`;
}

/**
 * Closes the connection of a transaction after this many milliseconds, since a server that is gone would never end it.
 */
async function limited<T>(
  limitMs: number | undefined,
  transaction: (onClient?: (client: PoolClient) => void) => Promise<T>,
): Promise<T> {
  if (limitMs === undefined) return transaction();
  let ownClient: PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  try {
    return await transaction((client) => {
      ownClient = client;
      timer = setTimeout(() => {
        isOver = true;
        // The type is the pool's, which has its own way to end a client.
        void (client as unknown as Client).end().catch(() => undefined);
      }, limitMs);
    });
  } catch (cause) {
    if (!isOver && ownClient !== undefined) throw cause;
    throw new NoAnswer('the database does not answer', { cause });
  } finally {
    clearTimeout(timer);
  }
}

async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  start: (client: PoolClient) => Promise<unknown> = (client) => client.query('BEGIN'),
  onClient: (client: PoolClient) => void = () => {},
): Promise<T> {
  const client = await pool.connect();
  onClient(client);
  // A connection that breaks within a transaction reports it twice; the query's own error is the one to keep.
  const ignore = () => undefined;
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    await start(client);
    const result = await work(client);
    const { command } = await client.query('COMMIT');
    // A failed transaction is answered with ROLLBACK, which is not an error by itself.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}

/**
 * Updates the schema while older processes are using it. Each step is a transaction. If somebody is reading the table,
 * the step soon gives up and tries again later: while it waits, everybody else would wait behind it.
 */
async function migrate(pool: Pool, migrations: readonly OfficeMigration[]): Promise<void> {
  for (let tries = 1; ; ) {
    try {
      const isDone = await inTransaction(pool, (client) => migrateOnce(client, migrations));
      if (isDone) return;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || tries === mostTries) throw error;
      tries += 1;
      await pause(betweenTries);
    }
  }
}

/** PostgreSQL's code for a lock that was not free in time. */
const lockNotAvailable = '55P03';
/** The milliseconds to wait for a table and between attempts, and the attempts; about five minutes in total. */
const lockMs = 1_000;
const betweenTries = 1_000;
const mostTries = 150;

/** Makes the next step. @returns true when no step is left */
async function migrateOnce(client: PoolClient, migrations: readonly OfficeMigration[]): Promise<boolean> {
  await client.query(`SET LOCAL lock_timeout = ${lockMs}`);
  await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
  await client.query(`
    DO $$ BEGIN CREATE ROLE ${applicationRole} NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
    GRANT ${applicationRole} TO CURRENT_USER;
    CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL);
  `);
  const { rows } = await client.query<{ number: number }>('SELECT number FROM migration');
  const done = new Set(rows.map(({ number }) => number));
  if (done.size > migrations.length) throw new Error('the database was made by a newer version');
  const index = migrations.findIndex((_, at) => !done.has(at + 1));
  const step = migrations[index];
  if (step === undefined) {
    if (await hasCitus(client)) await spreadFacts(client);
    return true;
  }
  const statements = (await hasCitus(client)) ? statementsOf(step.sql) : [step.sql];
  for (const statement of statements) await client.query(statement);
  await client.query('INSERT INTO migration VALUES ($1, $2, now())', [index + 1, step.name]);
  return false;
}
