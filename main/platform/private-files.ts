import { execFile } from 'node:child_process';
import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/*
 * The shop's books are for the user the program runs as, and for nobody else on the machine. The threads that copy a
 * database load this file each time they start, so it imports no failures and their schemas.
 */

/** The modes of a folder and of a file. */
export const privateFolder = 0o700;
export const privateFile = 0o600;

/** The facts and tools of the system, handed in for tests. */
export interface FileSystemFacts {
  readonly platform: NodeJS.Platform;
  /**
   * The name of the current user, as Windows writes it: `DOMAIN
   * ame`.
   */
  readonly user: string;
  run(program: string, args: readonly string[]): Promise<unknown>;
}

const runProgram = promisify(execFile);
const thisSystem = (): FileSystemFacts => ({
  platform: process.platform,
  user: `${process.env.USERDOMAIN ?? '.'}\\${userInfo().username}`,
  run: (program, args) => runProgram(program, [...args], { timeout: 30_000, windowsHide: true }),
});

/**
 * Makes a folder private with all that is in it, whatever an earlier version, a copy or a backup made of it: 0700 and
 * 0600; on Windows an access list of the user, Administrators and SYSTEM, which what is in it inherits. What cannot be
 * changed, another user's file for instance, is left; links are not followed.
 * @param isShared what is left as it is, by its path within the folder: other programs come there
 * @param onError receives failures; nothing is thrown
 */
export async function makePrivate(
  folder: string,
  options: {
    readonly isShared?: (name: string) => boolean;
    readonly onError?: (error: unknown) => void;
    readonly system?: FileSystemFacts;
  } = {},
): Promise<void> {
  const { isShared = () => false, onError = () => undefined, system = thisSystem() } = options;
  try {
    if (system.platform === 'win32') await restrictOnWindows(folder, system);
    else restrict(folder, '', isShared, onError);
  } catch (error) {
    onError(error);
  }
}

/** SIDs, because groups have another name in each language of Windows. */
const [administrators, localSystem] = ['*S-1-5-32-544', '*S-1-5-18'];

async function restrictOnWindows(folder: string, { user, run }: FileSystemFacts): Promise<void> {
  const grants = [user, administrators, localSystem].map((who) => `${who}:(OI)(CI)F`);
  // By its full path: a program called icacls in some other folder is not asked.
  const program = path.win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'icacls.exe');
  await run(program, [folder, '/inheritance:r', '/grant:r', ...grants, '/Q']);
}

function restrict(
  at: string,
  name: string,
  isShared: (name: string) => boolean,
  onError: (error: unknown) => void,
): void {
  try {
    const found = lstatSync(at);
    if (found.isSymbolicLink()) return;
    const isFolder = found.isDirectory();
    // No right is added: a file that its owner cannot write stays so.
    if ((found.mode & 0o077) !== 0) chmodSync(at, found.mode & (isFolder ? privateFolder : privateFile));
    if (!isFolder) return;
    for (const each of readdirSync(at)) {
      const inner = name === '' ? each : `${name}/${each}`;
      if (!isShared(inner)) restrict(path.join(at, each), inner, isShared, onError);
    }
  } catch (error) {
    // The file was removed meanwhile, or belongs to another user.
    onError(error);
  }
}

/**
 * Makes a file before SQLite makes it readable for everybody; its log files get the mode of the database. One that is
 * there is made private. Throws nothing: opening the file says why it cannot be.
 */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'a', privateFile));
    if (process.platform === 'win32') return;
    for (const ending of ['', '-wal', '-shm']) {
      const found = lstatSync(file + ending, { throwIfNoEntry: false });
      if (found?.isFile() && (found.mode & 0o077) !== 0) chmodSync(file + ending, found.mode & privateFile);
    }
  } catch {
    // Unwritable, or another user's.
  }
}
