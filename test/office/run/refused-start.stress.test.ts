import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { runningServer, startEmbeddedServer } from '../../../main/office/database/embedded-server.ts';
import { programFile } from '../../support/run/programs.ts';
import { officeFolder } from '../office.ts';

/* Tests that a start reports faults in its command or environment before anything runs. */

const start = programFile('main/office/start.ts');

interface Case {
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly says: unknown;
}

const folder = officeFolder();
const data = ['--data', path.join(folder, 'data')];
const archive = [...data, '--archive', 's3://bucket'];
const smtp = { KHATM_SMTP: 'smtps://a:secret%@mail.example', KHATM_MAIL_FROM: 'a@b.example' };
const store = {
  AWS_REGION: 'me-south-1',
  AWS_ENDPOINT_URL_S3: 'https://store.example',
  AWS_SHARED_CREDENTIALS_FILE: path.join(folder, 'none'),
  AWS_CONFIG_FILE: path.join(folder, 'none'),
};
const cases: readonly Case[] = [
  {
    args: [...data, '--certificate', path.join(folder, 'none.pem'), '--key', 'none.pem'],
    says: expect.stringContaining('none.pem'),
  },
  {
    args: data,
    env: smtp,
    says: 'office: KHATM_SMTP: a % in the name or password is written %25',
  },
  {
    args: data,
    env: { ...smtp, KHATM_SMTP: 'smtps://mail.example', KHATM_MAIL_FROM: 'nobody' },
    says: 'office: KHATM_MAIL_FROM: no e-mail address',
  },
  { args: ['--demo', '--address', 'office'], says: 'office: --address office: no address' },
  {
    args: [...data, '--archive', 's3://Bucket'],
    env: store,
    says: 'office: s3://Bucket: no place such as s3://bucket/prefix',
  },
  {
    args: archive,
    env: { ...store, AWS_REGION: undefined },
    says: 'office: AWS_REGION names the region of the bucket',
  },
  {
    args: archive,
    env: { ...store, AWS_ENDPOINT_URL_S3: 'http://store.example' },
    says: 'office: AWS_ENDPOINT_URL_S3: no address such as https://s3.example',
  },
  {
    args: archive,
    env: store,
    says: expect.stringMatching(/^office: no credentials for the store: /),
  },
];

/** The files of a folder with a database, and without an office. */
const files = ['postgres', 'postgres-access.conf', 'postgres-names.conf', 'postgres-password'];

/** Returns the output of a refused start. */
const refused = ({ args, env = {} }: Case) =>
  new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [start, ...args],
      { env: { ...process.env, TMPDIR: folder, ...env } },
      (_error, _out, words) => resolve(words.trim()),
    );
  });

test('a start that is refused says why, and leaves no database and no folder behind', async () => {
  const output = await Promise.all(cases.map(refused));
  expect(output).toEqual(cases.map(({ says }) => says));
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)('root is told which folder its PostgreSQL cannot enter', async () => {
  const closedFolder = path.join(folder, 'own');
  mkdirSync(closedFolder);
  chmodSync(closedFolder, 0o700);
  const start = { args: ['--data', path.join(closedFolder, 'data')], says: undefined };
  expect(await refused(start)).toContain(`who cannot enter ${closedFolder}`);
  // The database already exists, as after a restore.
  mkdirSync(path.join(closedFolder, 'data/postgres'));
  writeFileSync(path.join(closedFolder, 'data/postgres/PG_VERSION'), '18');
  expect(await refused(start)).toContain(`who cannot enter ${closedFolder}`);
  rmSync(closedFolder, { recursive: true });
});

test('a second office in the same folder is refused, and the first one goes on', async () => {
  const shared = path.join(folder, 'shared');
  const server = await startEmbeddedServer(shared);
  try {
    expect(await refused({ args: ['--data', shared], says: undefined })).toContain('another head office');
    await expect(startEmbeddedServer(shared)).rejects.toThrow('folder-unusable');
    const client = new Client({ connectionString: server.url });
    await client.connect();
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    // A server that is killed leaves nothing outside its folder.
    if (process.platform !== 'win32')
      expect(readdirSync(path.join(shared, 'postgres/pg_dynshmem'))).not.toEqual([]);
  } finally {
    await server.stop();
  }
  rmSync(shared, { recursive: true });
});

/** Starts a server in a process of its own, and ends it after a line on its input. */
const officeProcess = (shared: string) => {
  const module = programFile('main/office/database/embedded-server.ts');
  const program = `
    const { startEmbeddedServer } = await import(${JSON.stringify(pathToFileURL(module).href)});
    process.stdin.resume();
    const server = await startEmbeddedServer(${JSON.stringify(shared)}).catch((error) => {
      console.log(error.failure?.detail?.why ?? String(error));
      process.exit(2);
    });
    console.log('up', server.pid);
    process.stdin.once('data', () => void server.stop().then(() => process.exit(0)));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  child.stdin.on('error', () => undefined);
  const output = new Promise<string>((resolve) => {
    let words = '';
    child.stderr.on('data', (piece) => {
      words += piece;
    });
    child.once('exit', () => resolve(words));
    child.stdout.once('data', (piece) => resolve(String(piece).trim()));
  });
  return { child, said: output, ended: once(child, 'exit') };
};

const isUp = (output: string) => output.startsWith('up ');

/** Starts several offices at the same moment; one works on the folder, and the others report that. */
async function startTogether(shared: string): Promise<void> {
  const offices = Array.from({ length: 3 }, () => officeProcess(shared));
  const output = await Promise.all(offices.map((each) => each.said));
  const [first, ...others] = [...output].sort((one, other) => Number(isUp(other)) - Number(isUp(one)));
  expect(first).toMatch(/^up /);
  expect(others).toEqual(Array(2).fill('another head office is running in this folder'));
  const pid = readFileSync(path.join(shared, 'postgres/postmaster.pid'), 'utf8').split('\n')[0];
  expect(first).toBe(`up ${pid}`);
  expect(readdirSync(shared).sort()).toEqual(files);
  for (const { child } of offices) child.stdin.end('end\n');
  await Promise.all(offices.map(({ ended }) => ended));
  expect(existsSync(path.join(shared, 'postgres/postmaster.pid'))).toBe(false);
}

test('of offices that start at the same moment, one works on the folder', async () => {
  const shared = path.join(folder, 'together');
  // The first time, each of them finds no data.
  await startTogether(shared);
  await startTogether(shared);
  // A program that was killed leaves its server behind.
  const killed = officeProcess(shared);
  expect(await killed.said).toMatch(/^up /);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(existsSync(path.join(shared, 'postgres/postmaster.pid'))).toBe(true);
  await startTogether(shared);
  rmSync(shared, { recursive: true });
});

test('a first start that is interrupted leaves nothing that the next one cannot use', async () => {
  const interrupted = path.join(folder, 'interrupted');
  for (const [at, signal] of (['SIGKILL', 'SIGKILL', 'SIGTERM'] as const).entries()) {
    const office = officeProcess(interrupted);
    const isMaking = () =>
      existsSync(interrupted) && readdirSync(interrupted).some((name) => /^postgres(\.|$)/.test(name));
    await expect.poll(isMaking, { interval: 1 }).toBe(true);
    await pause(100 * at);
    office.child.kill(signal);
    await office.ended;
  }
  const server = await startEmbeddedServer(interrupted);
  await server.stop();
  expect(readdirSync(interrupted).sort()).toEqual(files);
  rmSync(interrupted, { recursive: true });
});

test.skipIf(process.platform !== 'linux')(
  'a server that is frozen is not ended by another start, and goes on where it was',
  async () => {
    const shared = path.join(folder, 'frozen');
    const lost: unknown[] = [];
    const server = await startEmbeddedServer(shared, { onLost: (error) => lost.push(error) });
    const { pid } = server;
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query('CREATE TABLE kept (id integer PRIMARY KEY)');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
    const all = [pid, ...children];
    for (const each of all) process.kill(each, 'SIGSTOP');
    const written = client.query('INSERT INTO kept VALUES (1)');
    const second = officeProcess(shared);
    await pause(12_000);
    expect(second.child.exitCode).toBeNull();
    for (const each of all) process.kill(each, 'SIGCONT');
    await written;
    expect(await second.said).toBe('another head office is running in this folder');
    expect(server.pid).toBe(pid);
    expect((await client.query('SELECT id FROM kept')).rows).toEqual([{ id: 1 }]);
    await client.end();
    await server.stop();
    expect(lost).toEqual([]);
    rmSync(shared, { recursive: true });
  },
);

test('a second office is refused even after the first one lost its connections', async () => {
  const shared = path.join(folder, 'lost');
  const server = await startEmbeddedServer(shared);
  const client = new Client({ connectionString: server.url });
  const holders = async (): Promise<number[]> => {
    const { rows } = await client.query("SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted");
    return rows.map(({ pid }) => pid);
  };
  try {
    await client.connect();
    const before = await holders();
    await client.query('SELECT pg_terminate_backend(unnest($1::int[]))', [before]);
    const isHeldAnew = async () => (await holders()).map((pid) => !before.includes(pid));
    await expect.poll(isHeldAnew, { timeout: 5_000 }).toEqual([true]);
    await expect(startEmbeddedServer(shared)).rejects.toThrow('folder-unusable');
  } finally {
    await client.end();
    await server.stop();
  }
  rmSync(shared, { recursive: true });
});

test('a program that has the port of a server that is gone, and never answers, is no running server', async () => {
  const gone = path.join(folder, 'gone');
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  mkdirSync(path.join(gone, 'postgres'), { recursive: true });
  writeFileSync(path.join(gone, 'postgres/postmaster.pid'), `1\n\n\n${port}\n`);
  writeFileSync(path.join(gone, 'postgres-password'), 'secret');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const running = runningServer(gone);
    await once(other, 'connection');
    vi.advanceTimersByTime(10_000);
    expect(await running).toBeUndefined();
  } finally {
    vi.useRealTimers();
    other.close();
  }
  rmSync(gone, { recursive: true });
});
