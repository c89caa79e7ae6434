import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../../shared/failure.ts';
import { makeFolder } from '../platform/private-files.ts';
import { isLocked, type ProcessLock, takeLock } from './process-lock.ts';

/** One opening of a ledger that sends from it, as the other processes on its folder see it. */
export interface Sender {
  /** Marks what it has under way. */
  readonly id: string;
  /** Whether the process of another one has ended, however it ended. */
  isGone(id: string): boolean;
  close(): void;
}

const ending = '.lock';

/** Where those who send from the ledger in this file have theirs. */
export const sendersOf = (ledgerFile: string) => path.join(path.dirname(ledgerFile), 'senders');

/**
 * Begins to send from a ledger: holds a file of its own that the system frees with the process, and removes those of
 * processes that are gone.
 * @param folder made when it is not there
 * @throws FailureError `terminal-busy` while the ledger is being replaced, `folder-unusable`, `disk-full`
 */
export function openSender(folder: string): Sender {
  makeFolder(folder);
  const { id, lock } = begin(folder);
  // After it can be seen: of the two, whoever comes later sees the other.
  if (isLocked(gateOf(folder))) {
    lock.release();
    remove(fileOf(folder, id));
    fail('terminal-busy');
  }
  for (const other of named(folder)) if (other !== id) isGone(folder, other);

  return {
    id,
    isGone: (other) => isGone(folder, other),
    close() {
      lock.release();
      remove(fileOf(folder, id));
    },
  };
}

/**
 * Keeps everybody from sending from a ledger, until it is released: it is being replaced, and who has the one before
 * open would go on in that.
 * @throws FailureError `terminal-busy` where somebody sends or replaces it already, `folder-unusable`, `disk-full`
 */
export function keepSendersOut(folder: string): ProcessLock {
  const file = gateOf(folder);
  const gate = takeLock(file) ?? fail('terminal-busy');
  const release = () => {
    gate.release();
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

/** Beside the folder, which is not there before anybody sends. */
const gateOf = (folder: string) => `${folder}.kept-out`;

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
  // While it is held, so that nobody begins under this name just now; Windows removes it only afterwards.
  remove(file);
  lock.release();
  remove(file);
  return true;
}

/** A name of its own. One that somebody took for gone before it was held is given up for another. */
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
    // Open elsewhere, on Windows: whoever has it open removes it.
  }
}
