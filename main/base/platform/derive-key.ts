import { scrypt } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createThread } from './thread.ts';

/** The costs of scrypt (RFC 7914 §2), and the largest memory that it may use, in bytes. */
export interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly maxmem: number;
}

/** Derives a key of this many bytes with scrypt. @throws Error for costs that scrypt refuses */
export type DeriveKey = (
  secret: string,
  salt: Uint8Array,
  length: number,
  cost: ScryptCost,
) => Promise<Buffer>;

export type KeyTask = Parameters<DeriveKey>;

const inPool: DeriveKey = promisify<string, Uint8Array, number, ScryptCost, Buffer>(scrypt);

export function createKeyThread(start: () => Worker = startWorker): DeriveKey {
  const { ask } = createThread<KeyTask, Uint8Array>('derives keys', start);
  return async (...task) => Buffer.from(await ask(task));
}

/**
 * Derives a key without blocking the program. Node uses its thread pool for that, but with Electron's cryptography
 * (BoringSSL) it first checks the costs by deriving a key on the calling thread, so a PIN would block the till.
 */
export const deriveKey: DeriveKey = process.versions.electron === undefined ? inPool : createKeyThread();

/** The worker is next to this module, in the sources and in the bundle. */
function startWorker(): Worker {
  return new Worker(new URL(`./key-worker${path.extname(import.meta.url)}`, import.meta.url));
}
