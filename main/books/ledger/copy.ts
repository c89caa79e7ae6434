import path from 'node:path';
import { Worker } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { FailureError } from '../../../shared/failure.ts';
import type { Setting } from '../../../shared/stored/settings/setting.ts';
import type { CopyMessage, CopyResult, CopyTask } from './copy-worker.ts';
import { asFailure, withFailures } from './database/database.ts';
import { createSettings } from './database/settings.ts';

export interface CopyProgress {
  /** copying: pages of the file are copied · checking: the whole copy is read; the numbers are lines of its audit log. */
  readonly step: 'copying' | 'checking';
  readonly done?: number;
  readonly of?: number;
}

export interface CopyOptions {
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
  /** Stops the copy; it rejects with the signal's reason. A partial file stays. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies the present state of a ledger into a new file and checks the copy in a separate thread, while sales continue.
 * @returns the finding about the copy; empty when it has no fault. See `checkCopy`
 * @throws FailureError `document-damaged` (the source has the same damage; detail `found`), `disk-full`,
 * `folder-unusable`,
 * `database-busy`, `ledger-broken`
 */
export function copyLedger(
  source: string,
  file: string,
  options: CopyOptions = {},
): Promise<readonly string[]> {
  return runTask({ source, file }, options);
}

/**
 * Checks a copy of a ledger that no process has open: SQLite's full integrity check, then the links of both chains from
 * first to last. Leaves the copy as one file without a write-ahead log.
 * @returns the finding; empty when it has no fault
 */
export function checkCopy(file: string): Promise<readonly string[]> {
  return runTask({ file }, {});
}

/**
 * Makes the checks of `checkCopy` on a ledger that is in use, and changes nothing.
 * @returns the finding; empty when it has no fault
 */
export function checkInUse(file: string, options: CopyOptions = {}): Promise<readonly string[]> {
  return runTask({ file, isInUse: true }, options);
}

/**
 * Copies a database that is not a ledger, as `copyLedger` does.
 * @param the tables whose rows are copied; by default all
 */
export function copyDatabase(
  source: string,
  file: string,
  { tables, ...options }: CopyOptions & { readonly tables?: readonly string[] | undefined } = {},
): Promise<readonly string[]> {
  return runTask({ source, file, tables, isOther: true }, options);
}

/** Checks a copy of a database that is not a ledger, as `checkCopy` does. */
export function checkDatabaseCopy(file: string): Promise<readonly string[]> {
  return runTask({ file, isOther: true }, {});
}

/** Threads that wait for their next task, because starting one takes longer than a small copy. */
const waiting = new Set<Worker>();
const waitMs = 10_000;

function takeWorker(): Worker {
  for (const worker of waiting) {
    waiting.delete(worker);
    removeListeners(worker);
    worker.ref();
    return worker;
  }
  // The worker is next to this module, in the sources and in the bundle.
  return new Worker(new URL(`./copy-worker${path.extname(import.meta.url)}`, import.meta.url));
}

/** Its listeners for other events are Node's own. */
function removeListeners(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

function keepWorker(worker: Worker): void {
  const end = setTimeout(() => {
    if (waiting.delete(worker)) void worker.terminate();
  }, waitMs);
  end.unref();
  removeListeners(worker);
  worker.once('exit', () => waiting.delete(worker));
  worker.on('error', () => undefined); // It is not at work; the next task gets another.
  worker.unref();
  waiting.add(worker);
}

async function runTask(task: CopyTask, { onProgress, signal }: CopyOptions): Promise<readonly string[]> {
  signal?.throwIfAborted();
  const worker = takeWorker();
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  const callOff = () => void worker.terminate();
  signal?.addEventListener('abort', callOff);
  worker.on('error', reject);
  worker.on('message', (message: CopyMessage) => {
    if (message.step === 'checked' || message.step === 'failed') {
      if (!signal?.aborted) keepWorker(worker);
      settle(message);
    } else if (!signal?.aborted) onProgress?.(message);
  });
  // A task that is called off ends its thread, which releases the file.
  worker.on('exit', () => settle({ step: 'failed', code: '', message: 'it ended' }));
  worker.postMessage(task);
  return promise;

  function settle(result: CopyResult): void {
    signal?.removeEventListener('abort', callOff);
    if (signal?.aborted) reject(signal.reason);
    else if (result.step === 'failed')
      reject(asFailure(new BetterSqlite3.SqliteError(result.message, result.code)));
    else if (result.ofSource)
      reject(new FailureError({ code: 'document-damaged', detail: { found: result.findings[0] ?? '' } }));
    else resolve(result.findings);
  }
}

/** Writes a setting into a copy of a ledger that no process has open; the copy stays one file. */
export function noteInCopy<Value>(file: string, setting: Setting<Value>, value: Value): void {
  withFailures(() => {
    const database = new BetterSqlite3(file, { fileMustExist: true });
    try {
      createSettings(database).write(setting, value);
    } finally {
      database.close();
    }
  });
}
