import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import { officeFolder } from '../office.ts';
import { serverUser } from '../run/server-user.ts';
import { runOn } from './citus-database.ts';

/*
 * A coordinator and two workers of Citus on the loopback, which a test may kill, unlike the servers of CITUS_URL, which
 * have other databases too. They use the programs of that server, if these are on this machine, and write every commit
 * to the disk.
 */

/**
 * The interval at which Citus looks for transactions that a dead server left prepared, as the page on running an office
 * recommends.
 */
const recoverEvery = '5s';

/** The programs of the server that CITUS_URL names; undefined if it is on another machine. */
export const citusPrograms = await findPrograms(process.env.CITUS_URL);

async function findPrograms(citus: string | undefined): Promise<string | undefined> {
  if (citus === undefined || process.platform !== 'linux') return undefined;
  const [found] = await runOn<{ bin: string }>(
    citus,
    `SELECT setting AS bin FROM pg_config() WHERE name = 'BINDIR'`,
  );
  return found !== undefined && existsSync(path.join(found.bin, 'initdb')) ? found.bin : undefined;
}

export interface CitusServer {
  readonly url: string;
  /** Kills all processes of the server at once, as a machine failure would. */
  kill(): Promise<void>;
  /** Starts it again, with settings that override those of its files. */
  start(settings?: readonly string[]): Promise<void>;
  /** Runs the statements as the superuser and returns the rows of the last one. */
  run<Row extends object>(...statements: readonly string[]): Promise<Row[]>;
}

export interface CitusServers {
  readonly coordinator: CitusServer;
  readonly workers: readonly CitusServer[];
  stop(): Promise<void>;
}

export async function startCitus(): Promise<CitusServers> {
  const folder = officeFolder();
  const made: (CitusServer & { port: number; stop(): Promise<void> })[] = [];
  const stop = async () => {
    for (const server of made) await server.stop();
  };
  try {
    for (const name of ['coordinator', 'one', 'two']) made.push(await makeServer(path.join(folder, name)));
    for (const { run } of made) await run('CREATE EXTENSION citus');
    const [coordinator, ...workers] = made;
    if (coordinator === undefined) throw new Error('no coordinator');
    await coordinator.run(
      `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`,
      ...workers.map(({ port }) => `SELECT citus_add_node('127.0.0.1', ${port})`),
    );
    return { coordinator, workers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeServer(data: string) {
  const bin = citusPrograms ?? '';
  const user = serverUser();
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  mkdirSync(data, { mode: 0o700 });
  if (user !== undefined) chownSync(data, user.uid, user.gid);
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  execFileSync(path.join(bin, 'initdb'), options, { ...user, cwd: data, stdio: 'ignore' });
  const settings = [
    'shared_preload_libraries=citus',
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'ssl=off',
    'max_connections=200',
    'citus.shard_count=4',
    'citus.node_conninfo=sslmode=disable',
    'citus.local_hostname=127.0.0.1',
    `citus.recover_2pc_interval=${recoverEvery}`,
  ];
  let child: ChildProcess | undefined;
  const server = {
    url,
    port,
    run: <Row extends object>(...statements: readonly string[]) => runOn<Row>(url, ...statements),
    async start(more: readonly string[] = []) {
      const args = ['-D', data, ...[...settings, ...more].flatMap((setting) => ['-c', setting])];
      child = spawn(path.join(bin, 'postgres'), args, { ...user, cwd: data, stdio: 'ignore' });
      for (let tries = 0; ; tries += 1) {
        if (
          await runOn(url, 'SELECT').then(
            () => true,
            () => false,
          )
        )
          return;
        if (child.exitCode !== null || tries > 600) throw new Error('a server of Citus does not start');
        await pause(100);
      }
    },
    async kill() {
      if (child?.pid === undefined) return;
      // A stopped postmaster cannot start processes to replace dead ones.
      child.kill('SIGSTOP');
      const ended = once(child, 'exit');
      const processes = childrenOf(child.pid);
      for (const pid of processes) process.kill(pid, 'SIGKILL');
      child.kill('SIGKILL');
      await ended;
      while (processes.some(isAlive)) await pause(20);
    },
    async stop() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGINT');
      await Promise.race([once(child, 'exit'), pause(30_000)]);
      child.kill('SIGKILL');
    },
  };
  await server.start();
  return server;
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => processOf(pid)?.parent === parent);
}

/** A process that has ended stays in the list until its parent has collected its status. */
const isAlive = (pid: number) => !['Z', 'X', undefined].includes(processOf(pid)?.state);

function processOf(pid: number): { state: string | undefined; parent: number } | undefined {
  try {
    // The name before these fields is in brackets and may contain spaces.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
