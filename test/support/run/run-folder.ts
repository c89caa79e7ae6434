import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/*
 * Everything that a run of the tests writes is in a single folder, and is deleted at its end. Test files, the programs they
 * start and the browsers all take their temporary folder from the environment. Below `node_modules` are bundles of programs
 * on Windows, and what saves the next run time: compiled code, and the screens on the fake terminal.
 */

const variable = 'KHATM_TEST_RUN';

/** This project's own folder for what outlives a run: no other user of the machine may write into it. */
const cache = join(import.meta.dirname, '../../../node_modules/.cache');

/** The number of bytes that a whole run may write, with room to spare. */
const needed = 6 * 1024 ** 3;

/**
 * Makes the folder of this run the temporary folder, and deletes it when this process ends. Vitest reads its
 * configuration more than once, so only the first call has an effect.
 */
export function enterRunFolder(): void {
  if (process.env[variable] !== undefined) return;
  // The cache of compiled code is kept after a run, because it saves the next one a fifth of its processor time.
  process.env.NODE_COMPILE_CACHE ??= join(cache, 'khatm-compiled');
  // The name is short, because the path of a Unix socket is limited to little more than a hundred bytes.
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'khatm-'));
  process.env[variable] = folder;
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  // The machine's record of each ledger must not mix with those of the person who runs the tests.
  process.env.KHATM_STATE = join(folder, 'state');
  // A browser that was just closed may still write for a moment.
  process.once('exit', () => {
    for (const each of new Set([folder, dirname(programsOf(folder))]))
      rmSync(each, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
}

/**
 * Returns the folder of a run for bundles of programs. On Windows it is below `node_modules`, where programs find the
 * packages without a link, for which Windows asks for a right.
 */
function programsOf(folder: string): string {
  return join(process.platform === 'win32' ? join(cache, basename(folder)) : folder, 'programs');
}

/**
 * Returns the folder of this run for bundles of the programs that tests start. It is undefined where programs start
 * from sources: outside a run, and with `KHATM_SOURCES` set.
 */
export function folderOfBundles(): string | undefined {
  const { [variable]: folder, KHATM_SOURCES: sources } = process.env;
  return folder === undefined || sources ? undefined : programsOf(folder);
}

/** The environment of those programs. Node's compiled code of the bundles is deleted along with them. */
export function environmentOfPrograms(): Record<string, string> {
  const folder = folderOfBundles();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: `${folder}-compiled` };
}

/** Returns the folder of this run for keys that were derived in it, or undefined outside a run. */
export function folderOfKeys(): string | undefined {
  const { [variable]: folder } = process.env;
  return folder === undefined ? undefined : join(folder, 'keys');
}

/**
 * Returns Linux's file system in memory, if it has room and allows programs to run; otherwise undefined. On a disk,
 * tests wait for durable commits half of their time. No test depends on the disk for this, because tests kill processes
 * and not the machine.
 */
function memoryFolder(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const folder = '/dev/shm';
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === folder);
  if (mount === undefined || /\b(noexec|ro)\b/.test(mount)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, freemem()) >= needed ? folder : undefined;
}
