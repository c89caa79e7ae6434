import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * Looks through a copy of a ledger that nobody has open, in a thread of its own: SQLite's full integrity check, then the
 * links of both chains from first to last. Leaves the copy as one file without a write-ahead log.
 * @returns what is wrong with it; nothing when it is whole
 */
export async function checkCopy(file: string): Promise<string[]> {
  // Beside this module, in the sources and in the bundle alike.
  const program = new URL(`./check-file-worker${path.extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(program, { workerData: { file } });
  const [findings] = await once(worker, 'message');
  await once(worker, 'exit'); // only then has it let go of the file
  return findings;
}
