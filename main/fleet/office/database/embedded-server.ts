import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, lchown, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FailureError, fail } from '../../../../shared/failure.ts';
import { privateFile, privateFolder } from '../../../platform/private-files.ts';
import { answers, holdServer, isHeld } from './held-server.ts';
import { findPrograms, type Programs, removeOtherCopies, runnable } from './programs.ts';
import { closedFolder, type ServerUser, serverUser } from './server-user.ts';

/*
 * PostgreSQL from npm, for a first look and for a few shops. It listens only on the loopback interface, with a password
 * that is stored beside its data.
 */

export interface EmbeddedServer {
  /** The connection URL of the database's owner. */
  readonly url: string;
  /** The id of the server's first process; a restarted server has another one. */
  readonly pid: number;
  stop(): Promise<void>;
}

const run = promisify(execFile);

export async function hasEmbeddedServer(): Promise<boolean> {
  const programs = await findPrograms();
  return programs !== undefined && existsSync(programs.postgres);
}

export interface EmbeddedServerOptions {
  /** Called when the server ended by itself and does not start again. */
  readonly onLost?: (error: unknown) => void;
}

/**
 * Starts the server on this folder, and makes its data there the first time. A server that a killed program left behind
 * is stopped first; a server that another program still uses is left alone, and this start is refused. A server that ends
 * by itself is started again at the same address.
 * @throws FailureError `folder-unusable` with `why`, even if there is no server for this machine
 */
export async function startEmbeddedServer(
  folder: string,
  { onLost = () => {} }: EmbeddedServerOptions = {},
): Promise<EmbeddedServer> {
  const found = (await findPrograms()) ?? fail('folder-unusable', { detail: { why: 'no embedded server' } });
  const user = serverUser();
  const data = path.join(folder, 'postgres');
  const programs =
    user === undefined
      ? found
      : await runnable(found, folder, user).catch((cause) => refuse(cause, [folder], user));
  const refused = (cause: unknown) => refuse(cause, [folder, path.dirname(programs.initdb)], user);
  const password = await prepare(folder, programs, user).catch(refused);
  await refuseBesideAnother(folder);
  await stopServer(programs, data, user);
  if (user !== undefined) await removeOtherCopies(folder, programs);
  const port = await freePort();
  const url = urlOf(password, port);
  let pid = 0;
  let isStopping = false;
  let starting: Promise<void> = launch();
  await starting.catch(refused);
  const hold = await holdServer(url).catch(async (cause) => {
    isStopping = true;
    await starting;
    await stopServer(programs, data, user);
    return refused(cause);
  });

  async function launch(): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'ssl=off'];
    // Otherwise a killed server leaves shared memory in /dev/shm, which a container also has little of.
    if (process.platform !== 'win32') settings.push('dynamic_shared_memory_type=mmap');
    const child = spawn(programs.postgres, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...user,
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    pid = child.pid ?? 0;
    // A program that ends without waiting for the server still tells it to stop.
    const interrupt = () => void child.kill('SIGINT');
    process.once('exit', interrupt);
    child.once('exit', () => process.off('exit', interrupt));
    await untilReady(child, data, url);
    child.once('exit', () => {
      if (!isStopping) starting = launchAgain().catch(onLost);
    });
  }

  /**
   * Tries for some seconds: the remaining processes of a killed server end by themselves, but until then no new server
   * can start.
   */
  async function launchAgain(): Promise<void> {
    for (let tries = 1; !isStopping; tries += 1) {
      try {
        return await launch();
      } catch (error) {
        if (tries === mostStarts) throw error;
        await pause(betweenStarts);
      }
    }
  }

  return {
    url,
    get pid() {
      return pid;
    },
    async stop() {
      isStopping = true;
      await starting;
      await hold.end();
      await stopServer(programs, data, user);
    },
  };
}

/**
 * The number of attempts to start a server, and the milliseconds between two attempts; after that a person must act.
 */
const mostStarts = 20;
const betweenStarts = 500;

/** Returns the address of the server that is running on this folder; undefined when there is none. */
export async function runningServer(folder: string): Promise<string | undefined> {
  try {
    const lines = (await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    const password = (await readFile(path.join(folder, 'postgres-password'), 'utf8')).trim();
    const url = urlOf(password, Number(lines[portLine]));
    return (await answers(url)) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Lines of the file whose first line names the running server's process. */
const portLine = 3;
const stateLine = 7;
const urlOf = (password: string, port: number) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

async function prepare(folder: string, programs: Programs, user: ServerUser | undefined): Promise<string> {
  const data = path.join(folder, 'postgres');
  const passwordFile = path.join(folder, 'postgres-password');
  await mkdir(data, { recursive: true });
  // A restored copy may be readable by others, and the server refuses to start on such a folder.
  await chmod(data, privateFolder);
  if (!existsSync(passwordFile))
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: privateFile });
  if (user !== undefined) await giveTo(user, data, passwordFile);
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    const options = ['-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C'];
    await run(programs.initdb, ['-D', data, `--pwfile=${passwordFile}`, ...options], { ...user, cwd: data });
  }
  return (await readFile(passwordFile, 'utf8')).trim();
}

/** Returns the reason why the server did not start; it may be that its user cannot enter one of these folders. */
async function refuse(
  cause: unknown,
  folders: readonly string[],
  user: ServerUser | undefined,
): Promise<never> {
  for (const folder of folders) {
    const closed = user && (await closedFolder(path.resolve(folder), user));
    const why = `PostgreSQL runs as the user "nobody" where root starts it, who cannot enter ${closed}`;
    if (closed !== undefined) fail('folder-unusable', { detail: { why } }, cause);
  }
  if (cause instanceof FailureError) throw cause;
  const why = (cause as { stderr?: string }).stderr || String(cause);
  return fail('folder-unusable', { detail: { why: why.slice(-300) } }, cause);
}

/** A backup that root restored belongs to root. */
async function giveTo({ uid, gid }: ServerUser, data: string, passwordFile: string): Promise<void> {
  // A copy made by root may keep the owner of files but not of folders.
  const owners = await Promise.all(
    (await readdir(data)).map(async (name) => (await lstat(path.join(data, name))).uid),
  );
  const isOwnedByOthers = owners.some((owner) => owner !== uid);
  const inside = isOwnedByOthers ? await readdir(data, { recursive: true }) : [];
  for (const each of [passwordFile, data, ...inside.map((name) => path.join(data, name))])
    await lchown(each, uid, gid);
}

/** If no server is running, there is nothing to stop. */
async function stopServer(programs: Programs, data: string, user: ServerUser | undefined): Promise<void> {
  if (!existsSync(path.join(data, 'postmaster.pid'))) return;
  await run(programs.pg_ctl, ['-D', data, 'stop', '-m', 'fast', '-w', '-t', '60'], {
    ...user,
    cwd: data,
  }).catch(() => undefined);
}

/**
 * Refuses a folder whose server another program uses.
 * @throws FailureError `folder-unusable` while the program that started this folder's server is alive
 */
async function refuseBesideAnother(folder: string): Promise<void> {
  const running = await runningServer(folder);
  if (running !== undefined && (await isHeld(running)))
    fail('folder-unusable', { detail: { why: 'another head office is running in this folder' } });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : fail('internal');
}

/**
 * The number of milliseconds between two checks, and the longest wait: after a power cut the server must read its log
 * first.
 */
const pollIntervalMs = 50;
const timeoutMs = 120_000;

/**
 * Another server may have taken the port in the meantime, and may even accept the password; it must not be mistaken for
 * this one.
 */
async function untilReady(child: ChildProcess, data: string, url: string): Promise<void> {
  let words = '';
  let ended = false;
  child.stderr?.on('data', (piece) => {
    words = (words + piece).slice(-1000);
  });
  child.once('error', (error) => {
    words = String(error);
    ended = true;
  });
  child.once('exit', () => {
    ended = true;
  });
  for (let waited = 0; waited < timeoutMs && !ended; waited += pollIntervalMs) {
    if ((await isReady(data, child.pid)) && (await answers(url))) return;
    await pause(pollIntervalMs);
  }
  fail('folder-unusable', { detail: { why: words.slice(-300) } });
}

/** Returns true when the server of this process says in its folder that it accepts connections. */
async function isReady(data: string, pid: number | undefined): Promise<boolean> {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return Number(lines[0]) === pid && lines[stateLine]?.trim() === 'ready';
}
