import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  lchown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FailureError, fail } from '../../../shared/failure.ts';
import { makeFolders } from '../../base/platform/files/make-folder.ts';
import { privateFile, privateFolder } from '../../base/platform/files/private-files.ts';
import { syncFolders } from '../../base/platform/files/sync-files.ts';
import { isOtherAlive } from '../../base/platform/system/process-alive.ts';
import { answers, holdServer, starterSetting, userOf } from './held-server.ts';
import { findPrograms, type Programs, removeOtherCopies, runnable } from './programs.ts';
import { accessSettings, writeSettings } from './server-settings.ts';
import { closedFolder, type ServerUser, serverUser } from './server-user.ts';

/*
 * PostgreSQL from npm, for a first look and for a few shops. It listens only on the loopback interface, with a password
 * that is stored beside its data.
 */

export type EmbeddedServer = Awaited<ReturnType<typeof startEmbeddedServer>>;

const run = promisify(execFile);

export async function hasEmbeddedServer(): Promise<boolean> {
  const programs = await findPrograms();
  return programs !== undefined && existsSync(programs.postgres);
}

export interface EmbeddedServerOptions {
  /** Called when the server ended by itself and does not start again. */
  readonly onLost?: (error: unknown) => void;
}

const secondOffice = 'another head office is running in this folder';

/**
 * Starts the server on this folder, and makes its data there the first time. A server that a killed program left behind
 * is stopped first; a server that another program still uses is left alone, and this start is refused. A server that ends
 * by itself is started again at the same address.
 * @throws FailureError `folder-unusable` with `why`, even if there is no server for this machine
 */
export async function startEmbeddedServer(folder: string, { onLost = () => {} }: EmbeddedServerOptions = {}) {
  const user = serverUser();
  const data = path.join(folder, 'postgres');
  const programs = await programsFor(folder, user);
  const refused = (cause: unknown) => refuse(cause, [folder, path.dirname(programs.initdb)], user);
  const password = await prepare(folder, programs, user).catch(refused);
  const port = await freePort();
  const url = urlOf(password, port);
  let pid = 0;
  let isStopping = false;
  let starting: Promise<void> = launchAlone();
  await starting.catch(refused);
  const hold = await holdServer(url).catch(async (cause) => {
    isStopping = true;
    await starting;
    await endServer({ programs, data, user, pid });
    return refused(cause);
  });
  await removeUnfinished(folder);
  if (user !== undefined) await removeOtherCopies(folder, programs).catch(() => undefined);

  /**
   * Launches the server when no other one works on the folder. Of several offices that start at once, PostgreSQL's lock
   * on its data lets only one launch; the others wait until they can see that this one uses it.
   */
  async function launchAlone(): Promise<void> {
    const until = performance.now() + timeoutMs;
    for (;;) {
      const running = await findServer(folder);
      const usedBy = running && (await userOf(running.url));
      if (usedBy === 'office') fail('folder-unusable', { detail: { why: secondOffice } });
      if (running !== undefined && usedBy === 'nobody')
        await endServer({ programs, data, user, pid: running.pid });
      // One that was ending when this one began may be gone when this one has failed.
      const wasLocked = await isLockedByAnother(data);
      try {
        if (usedBy !== 'starting') return await launch();
      } catch (error) {
        if (performance.now() > until || !(wasLocked || (await isLockedByAnother(data)))) throw error;
      }
      await pause(betweenStarts);
    }
  }

  async function launch(): Promise<void> {
    const child = spawnServer(programs, data, user, port);
    pid = child.pid ?? 0;
    await untilReady(child, data, url);
    child.once('exit', () => {
      if (!isStopping) starting = launchAgain().catch(onLost);
    });
  }

  /** Tries for some seconds, because no server can start until the remaining processes of a killed one have ended. */
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
    /** The id of the server's first process; a restarted server has another one. */
    get pid() {
      return pid;
    },
    async stop() {
      isStopping = true;
      await starting;
      await hold.end();
      await endServer({ programs, data, user, pid });
    },
  };
}

/** Returns the programs in a place where the server's user can run them. */
async function programsFor(folder: string, user: ServerUser | undefined): Promise<Programs> {
  const found = (await findPrograms()) ?? fail('folder-unusable', { detail: { why: 'no embedded server' } });
  return user === undefined
    ? found
    : await runnable(found, folder, user).catch((cause) => refuse(cause, [folder], user));
}

/** Starts the server's first process, which ends at the latest with this program. */
function spawnServer(programs: Programs, data: string, user: ServerUser | undefined, port: number) {
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'ssl=off'];
  settings.push(starterSetting(process.pid), ...accessSettings(path.dirname(data)));
  // Otherwise a killed server leaves shared memory in /dev/shm, which a container also has little of.
  if (process.platform !== 'win32') settings.push('dynamic_shared_memory_type=mmap');
  const child = spawn(programs.postgres, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...user,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A terminal sends Ctrl-C to its whole group, but the office needs its database until it has closed.
    detached: process.platform !== 'win32',
  });
  // A program that ends without waiting for the server still tells it to stop.
  const interrupt = () => void child.kill('SIGINT');
  process.once('exit', interrupt);
  child.once('exit', () => process.off('exit', interrupt));
  return child;
}

/**
 * The number of attempts to start a server, and the milliseconds between two attempts; after that a person must act.
 */
const mostStarts = 20;
const betweenStarts = 500;

/** Returns the address of the server that is running on this folder; undefined when there is none, or it is silent. */
export const runningServer = async (folder: string): Promise<string | undefined> =>
  (await findServer(folder))?.url;

async function findServer(folder: string): Promise<{ url: string; pid: number } | undefined> {
  try {
    const { pid, port } = await readLock(path.join(folder, 'postgres'));
    const password = (await readFile(path.join(folder, 'postgres-password'), 'utf8')).trim();
    const url = urlOf(password, port);
    return (await answers(url)) ? { url, pid } : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the file with which PostgreSQL locks its data; a killed server leaves it behind. */
async function readLock(data: string): Promise<{ pid: number; port: number; isReady: boolean }> {
  const lines = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/** Returns true while a process has the id that the lock names. */
const isLockedByAnother = (data: string): Promise<boolean> =>
  readLock(data).then(
    ({ pid }) => isOtherAlive(pid),
    () => false,
  );

const urlOf = (password: string, port: number) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

async function prepare(folder: string, programs: Programs, user: ServerUser | undefined): Promise<string> {
  const data = path.join(folder, 'postgres');
  const passwordFile = path.join(folder, 'postgres-password');
  makeFolders(folder, 0o711);
  if (!existsSync(passwordFile)) await writePassword(passwordFile);
  if (!(await isMade(data))) await makeData(folder, programs, user);
  await writeSettings(folder, data, user);
  // A restored copy may be readable by others, and the server refuses to start on such a folder.
  await chmod(data, privateFolder);
  if (user !== undefined) await giveTo(user, data);
  await chmod(passwordFile, privateFile);
  return (await readFile(passwordFile, 'utf8')).trim();
}

const isMade = async (data: string): Promise<boolean> => (await readdir(data).catch(() => [])).length > 0;

/** Where several offices start at once, one of them makes the password, and all use that one. */
async function writePassword(passwordFile: string): Promise<void> {
  const coming = `${passwordFile}.${process.pid}`;
  await writeFile(coming, randomBytes(24).toString('hex'), { mode: privateFile, flush: true });
  try {
    await link(coming, passwordFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(coming);
  }
}

const unfinished = 'postgres.part-';

/**
 * Makes the server's data beside its place, and moves them there when they are complete: a start that was interrupted
 * leaves nothing that the next one would take for a database.
 */
async function makeData(folder: string, programs: Programs, user: ServerUser | undefined): Promise<void> {
  const data = path.join(folder, 'postgres');
  const passwordFile = path.join(folder, 'postgres-password');
  const coming = await mkdtemp(path.join(folder, unfinished));
  const [made, read] = [path.join(coming, 'data'), path.join(coming, 'password')];
  try {
    // The server's user reads this copy alone, and only now: the password stays the office's.
    await copyFile(passwordFile, read);
    await mkdir(made, { mode: privateFolder });
    if (user !== undefined) for (const each of [coming, made, read]) await lchown(each, user.uid, user.gid);
    const options = ['-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C'];
    const making = run(programs.initdb, ['-D', made, `--pwfile=${read}`, ...options], {
      ...user,
      cwd: coming,
    });
    const interrupt = () => void making.child.kill('SIGINT');
    process.once('exit', interrupt);
    await making.finally(() => process.off('exit', interrupt));
    await rename(made, data);
    await syncFolders(folder);
    await rm(coming, { recursive: true });
  } catch (error) {
    await rm(coming, { recursive: true, force: true });
    // Another office that starts at the same time was faster.
    if (!(await isMade(data))) throw error;
  }
}

/**
 * Removes what interrupted starts left, and the data of an office that was slower than this one. Where that still
 * writes, the next start removes the rest.
 */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(unfinished))
      await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => undefined);
}

/** Returns the reason why the server did not start; it may be that its user cannot enter one of these folders. */
async function refuse(
  cause: unknown,
  folders: readonly string[],
  user: ServerUser | undefined,
): Promise<never> {
  for (const folder of folders) {
    const closed = user && (await closedFolder(path.resolve(folder), user));
    const why = `PostgreSQL runs as the user that KHATM_POSTGRES_USER names, who cannot enter ${closed}`;
    if (closed !== undefined) fail('folder-unusable', { detail: { why } }, cause);
  }
  if (cause instanceof FailureError) throw cause;
  const why = (cause as { stderr?: string }).stderr || String(cause);
  return fail('folder-unusable', { detail: { why: why.slice(-300) } }, cause);
}

/** A backup that root restored belongs to root. */
async function giveTo({ uid, gid }: ServerUser, data: string): Promise<void> {
  // A copy made by root may keep the owner of files but not of folders.
  const owners = await Promise.all(
    (await readdir(data)).map(async (name) => (await lstat(path.join(data, name))).uid),
  );
  const isOwnedByOthers = owners.some((owner) => owner !== uid);
  const inside = isOwnedByOthers ? await readdir(data, { recursive: true }) : [];
  for (const each of [data, ...inside.map((name) => path.join(data, name))]) await lchown(each, uid, gid);
}

/**
 * Ends the server with this process, and no other one: its lock names it until it has ended. A server that does not end
 * within a minute is left alone.
 */
async function endServer({
  programs,
  data,
  user,
  pid,
}: {
  programs: Programs;
  data: string;
  user: ServerUser | undefined;
  pid: number;
}): Promise<void> {
  const isThere = () =>
    readLock(data).then(
      (lock) => lock.pid === pid && isOtherAlive(pid),
      () => false,
    );
  if (!(await isThere())) return;
  await run(programs.pg_ctl, ['kill', 'INT', String(pid)], { ...user, cwd: data }).catch(() => undefined);
  for (let waited = 0; waited < endsWithin && (await isThere()); waited += pollIntervalMs)
    await pause(pollIntervalMs);
}

const endsWithin = 60_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : fail('internal');
}

/** The milliseconds between checks, and the longest wait: after a power cut the server must read its log first. */
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
const isReady = (data: string, pid: number | undefined): Promise<boolean> =>
  readLock(data).then(
    (lock) => lock.pid === pid && lock.isReady,
    () => false,
  );
