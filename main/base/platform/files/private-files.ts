import { execFile } from 'node:child_process';
import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/*
 * Only the user that runs the program may read the shop's books, and nobody else on the machine. The threads that copy
 * a database load this file each time they start, so it does not import the failures with their schemas.
 */

export const privateFolder = 0o700;
export const privateFile = 0o600;

/** The facts and tools of the system; tests supply their own. */
export interface FileSystemFacts {
  readonly platform: NodeJS.Platform;
  /** The name of the current user, as Windows writes it: `DOMAIN\\name`. */
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
 * Makes a folder and everything in it private again, since a copy or a backup may have changed the modes. The modes are 0700 and 0600; on Windows, an access list of the user, Administrators and SYSTEM, which the
 * content inherits. Anything that cannot be changed, such as another user's file, is left; links are not followed.
 * @param isShared returns true for paths within the folder that are left unchanged, because other programs use them
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

/** SIDs are used because the names of groups differ between the languages of Windows. */
const [administrators, localSystem] = ['*S-1-5-32-544', '*S-1-5-18'];

async function restrictOnWindows(folder: string, { user, run }: FileSystemFacts): Promise<void> {
  const grants = [user, administrators, localSystem].map((who) => `${who}:(OI)(CI)F`);
  // The full path is used, so that no other program called icacls is run.
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
    // No right is added: a file that its owner cannot write stays read-only.
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
 * Creates a file before SQLite would create it readable for everybody; SQLite's log files get the same mode. An
 * existing one is made private. Throws nothing: opening the file reports the reason.
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
    // The file is not writable, or belongs to another user.
  }
}
