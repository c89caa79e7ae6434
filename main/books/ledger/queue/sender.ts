import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../../../../shared/failure.ts';
import { makeFolder } from '../../../base/platform/files/make-folder.ts';
import { isLocked, type ProcessLock, takeLock } from './process-lock.ts';

/** The entry by which other processes on a folder see that this one has its ledger open in order to send. */
export type Sender = ReturnType<typeof openSender>;

const ending = '.lock';

export const sendersOf = (ledgerFile: string) => path.join(path.dirname(ledgerFile), 'senders');

/**
 * Registers a sender of a ledger. The sender locks its own file, which the system releases with the process, and
 * removes the files of ended processes.
 * @param folder created if missing
 * @throws FailureError `terminal-busy` while the ledger is being replaced, `folder-unusable`, `disk-full`
 */
export function openSender(folder: string) {
  makeFolder(folder);
  const { id, lock } = begin(folder);
  // This is checked after the sender is visible, so that of two senders the later one sees the other.
  if (isLocked(lockFileOf(folder))) {
    lock.release();
    remove(fileOf(folder, id));
    fail('terminal-busy');
  }
  for (const other of named(folder)) if (other !== id) isGone(folder, other);

  return {
    /** The id that marks this sender's documents in progress. */
    id,
    /** Returns true when the process of another sender has ended in any way. */
    isGone: (other: string): boolean => isGone(folder, other),
    /** Returns true while another process has this ledger open to send from it. */
    hasOthers: (): boolean => named(folder).some((other) => other !== id && !isGone(folder, other)),
    close() {
      lock.release();
      remove(fileOf(folder, id));
    },
  };
}

/**
 * Prevents every process from sending from a ledger until this is released. It is used while the ledger is replaced,
 * because a process that has the old one open would continue with it.
 * @throws FailureError `terminal-busy` if a process sends or replaces it already, `folder-unusable`, `disk-full`
 */
export function keepSendersOut(folder: string): ProcessLock {
  const file = lockFileOf(folder);
  const lock = takeLock(file) ?? fail('terminal-busy');
  const release = () => {
    lock.release();
    remove(file);
  };
  if (isSentFrom(folder)) {
    release();
    fail('terminal-busy');
  }
  return { release };
}

function isSentFrom(folder: string): boolean {
  return existsSync(folder) && named(folder).some((id) => !isGone(folder, id));
}

/** The lock file is beside the folder, because the folder does not exist before the first sender. */
const lockFileOf = (folder: string) => `${folder}.kept-out`;

const fileOf = (folder: string, id: string) => path.join(folder, id + ending);

const named = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));

function isGone(folder: string, id: string): boolean {
  const file = fileOf(folder, id);
  if (!existsSync(file)) return true;
  const lock = takeLock(file);
  if (lock === undefined) return false;
  // The file is removed while it is locked, so that nobody takes its name in between; Windows can remove it only
  // afterwards.
  remove(file);
  lock.release();
  remove(file);
  return true;
}

/** Takes a unique name. If others considered the file abandoned before it was locked, another name is taken. */
function begin(folder: string): { id: string; lock: ProcessLock } {
  for (;;) {
    const id = randomUUID();
    const lock = takeLock(fileOf(folder, id));
    if (lock !== undefined && existsSync(fileOf(folder, id))) return { id, lock };
    lock?.release();
  }
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // On Windows, a process that has the file open removes it.
  }
}
