import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../../shared/failure.ts';
import { type ProcessLock, takeLock } from './process-lock.ts';

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
 * @throws FailureError `folder-unusable`, `disk-full`
 */
export function openSender(folder: string): Sender {
  makeFolder(folder);
  const { id, lock } = begin(folder);
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

/** Whether any process sends from a ledger now. */
export function isSentFrom(folder: string): boolean {
  return existsSync(folder) && named(folder).some((id) => !isGone(folder, id));
}

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

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const system = String((cause as NodeJS.ErrnoException).code);
    fail(system === 'ENOSPC' ? 'disk-full' : 'folder-unusable', { detail: { system } }, cause);
  }
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
