import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../../../../shared/failure.ts';
import { makeFolder } from '../../../base/platform/files/make-folder.ts';
import { privateFile } from '../../../base/platform/files/private-files.ts';
import { fileIdentity } from '../database/file-identity.ts';
import { isLocked, type ProcessLock, takeLock } from './process-lock.ts';

/** The entry by which other processes on a folder see that this one has its ledger open in order to send. */
export type Sender = ReturnType<typeof openSender>;

const ending = '.lock';

export const sendersOf = (ledgerFile: string) => path.join(path.dirname(ledgerFile), 'senders');

/** The name of the file that says which ledger a sender has open, see `fileIdentity`. */
const ledgerOf = (folder: string, id: string) => path.join(folder, `${id}.ledger`);

/**
 * Refuses a ledger that was put in the place of one that a running program has open, before its first page is read: the
 * log beside it belongs to the other file.
 * @throws FailureError `ledger-lost`
 */
export function refuseReplacedLedger(ledgerFile: string): void {
  const folder = sendersOf(ledgerFile);
  if (!existsSync(folder)) return;
  const present = fileIdentity(ledgerFile);
  for (const id of named(folder)) {
    const file = ledgerOf(folder, id);
    if (existsSync(file) && readFileSync(file, 'utf8') !== present && !isGone(folder, id))
      fail('ledger-lost');
  }
}

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
    /** Notes which file this process has open as the ledger, for those that open it later. */
    noteLedger(ledgerFile: string) {
      writeFileSync(ledgerOf(folder, id), fileIdentity(ledgerFile) ?? '', { mode: privateFile });
    },
    /** Returns true when the process of another sender has ended in any way. */
    isGone: (other: string): boolean => isGone(folder, other),
    /** Returns true while another process has this ledger open to send from it. */
    hasOthers: (): boolean => named(folder).some((other) => other !== id && !isGone(folder, other)),
    close() {
      lock.release();
      remove(ledgerOf(folder, id));
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
  remove(ledgerOf(folder, id));
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
