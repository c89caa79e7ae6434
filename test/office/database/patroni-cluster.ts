import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasProgram } from '../../quarter/other-programs.ts';
import { officeFolder } from '../office.ts';
import { serverUser } from '../run/server-user.ts';

/*
 * Three PostgreSQL servers on the loopback, which Patroni runs as one cluster with etcd and HAProxy from Debian's
 * packages. The settings are those that the page on running an office recommends.
 */

const debian = '/usr/lib/postgresql';
const bin = (existsSync(debian) ? readdirSync(debian) : [])
  .toSorted((one, other) => Number(other) - Number(one))
  .map((version) => path.join(debian, version, 'bin'))
  .find(
    (folder) => existsSync(path.join(folder, 'pg_basebackup')) && existsSync(path.join(folder, 'initdb')),
  );

/** True only if `npm run test:office` requests it and the programs are installed. */
export const hasPatroni =
  process.env.KHATM_PATRONI === '1' &&
  process.platform === 'linux' &&
  bin !== undefined &&
  ['patroni', 'etcd', 'haproxy'].every(hasProgram);

/** The number of seconds after which a silent primary loses its role. Patroni accepts no smaller number. */
const ttl = 20;
const password = 'only-on-the-loopback';

interface Member {
  readonly name: string;
  readonly port: number;
  readonly api: number;
  readonly data: string;
  readonly child: ChildProcess;
}

export interface Cluster {
  /** The address that leads to the current primary. */
  readonly url: string;
  /** Kills the primary and its Patroni, as a machine failure would. Returns its name. */
  killPrimary(): Promise<string>;
  /** Waits until a primary other than this one has a synchronous standby. */
  untilWhole(without?: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const folder = officeFolder();
  const user = serverUser();
  const ownFolder = (...parts: string[]) => {
    const made = path.join(folder, ...parts);
    mkdirSync(made, { mode: 0o700 });
    if (user !== undefined) chownSync(made, user.uid, user.gid);
    return made;
  };
  const started: ChildProcess[] = [];
  const run = (program: string, args: readonly string[]) => {
    const child = spawn(program, args, {
      ...user,
      cwd: folder,
      stdio: 'ignore',
      env: { PATH: process.env.PATH },
    });
    started.push(child);
    return child;
  };
  const [client = 0, peer = 0, proxy = 0] = await freePorts(3);
  run('etcd', etcdArgs(ownFolder('etcd'), client, peer));
  await until(() => answers(`http://127.0.0.1:${client}/health`));
  const members: Member[] = [];
  for (const name of ['one', 'two', 'three']) {
    const [port = 0, api = 0] = await freePorts(2);
    const member = { name, port, api, data: path.join(ownFolder(name), 'data') };
    const file = path.join(folder, name, 'patroni.json');
    writeFileSync(file, JSON.stringify(configOf(member, client)));
    members.push({ ...member, child: run('patroni', [file]) });
    if (name === 'one') await until(() => isAt(api, 'primary'));
  }
  const settings = path.join(folder, 'haproxy.cfg');
  writeFileSync(settings, proxyConfig(proxy, members));
  run('haproxy', ['-db', '-f', settings]);
  const find = async (what: 'primary' | 'sync', without?: string) => {
    for (const member of members)
      if (member.name !== without && (await isAt(member.api, what))) return member;
    return undefined;
  };
  const cluster: Cluster = {
    url: `postgres://postgres:${password}@127.0.0.1:${proxy}/postgres`,
    async killPrimary() {
      const primary = await find('primary');
      if (primary === undefined) throw new Error('no primary');
      const [pid] = readFileSync(path.join(primary.data, 'postmaster.pid'), 'utf8').split('\n');
      primary.child.kill('SIGKILL');
      process.kill(Number(pid), 'SIGKILL');
      return primary.name;
    },
    async untilWhole(without) {
      let primary: Member | undefined;
      await until(async () => {
        primary = await find('primary', without);
        return primary !== undefined && (await find('sync', without)) !== undefined;
      });
      return primary?.name ?? '';
    },
    async stop() {
      for (const child of started.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGTERM');
        await Promise.race([once(child, 'exit'), pause(30_000)]);
        child.kill('SIGKILL');
      }
    },
  };
  try {
    await cluster.untilWhole();
    await until(() => isOpen(proxy));
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

function etcdArgs(data: string, client: number, peer: number): string[] {
  const at = (port: number) => `http://127.0.0.1:${port}`;
  return [
    ...['--name', 'etcd', '--data-dir', data],
    ...['--listen-client-urls', at(client), '--advertise-client-urls', at(client)],
    ...['--listen-peer-urls', at(peer), '--initial-advertise-peer-urls', at(peer)],
    ...['--initial-cluster', `etcd=${at(peer)}`],
  ];
}

/** JSON is YAML, in which Patroni reads its settings. */
const configOf = ({ name, port, api, data }: Omit<Member, 'child'>, etcd: number) => ({
  scope: 'khatm',
  name,
  restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
  etcd3: { host: `127.0.0.1:${etcd}` },
  bootstrap: {
    // A primary answers a commit when one standby has it on its disk.
    dcs: { ttl, loop_wait: 5, retry_timeout: 5, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: data,
    bin_dir: bin,
    pgpass: path.join(path.dirname(data), 'pgpass'),
    authentication: {
      superuser: { username: 'postgres', password },
      replication: { username: 'standby', password },
    },
    parameters: { unix_socket_directories: path.dirname(data) },
    pg_hba: [
      'host all all 127.0.0.1/32 scram-sha-256',
      'host replication standby 127.0.0.1/32 scram-sha-256',
    ],
  },
});

const proxyConfig = (port: number, members: readonly Member[]) => `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen office
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${members.map(({ name, port: memberPort, api }) => `  server ${name} 127.0.0.1:${memberPort} check port ${api}\n`).join('')}`;

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => server.listening || once(server, 'listening')));
  return servers.map((server) => {
    const address = server.address();
    server.close();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
}

const isAt = (api: number, what: string) => answers(`http://127.0.0.1:${api}/${what}`);

async function answers(address: string): Promise<boolean> {
  const response = await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  return response?.ok === true;
}

/** A proxy that listens has read its settings. */
async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const opened = await Promise.race([
    once(socket, 'connect').then(
      () => true,
      () => false,
    ),
    pause(2_000).then(() => false),
  ]);
  socket.destroy();
  return opened;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 180; waited += 0.2) {
    if (await isSo()) return;
    await pause(200);
  }
  throw new Error('the cluster does not start');
}
