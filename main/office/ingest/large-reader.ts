import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Batch, DocumentRow } from '../../../shared/office/wire/feed.ts';
import { createSerialQueue } from '../../base/platform/serial-queue.ts';
import { createThread } from '../../base/platform/thread.ts';
import type { LargeResult, LargeTask } from './large-worker.ts';
import type { PackedBatch } from './read-batch.ts';
import { completed, type Received } from './read-received.ts';

/**
 * Reads what is too large for the server's own thread, one after the other in a thread beside it. A crafted document of
 * ten megabytes takes two seconds, in which other tills are answered.
 */
export function createLargeReader() {
  const thread = createThread<LargeTask, LargeResult>('reads large batches', startWorker);
  // If the thread ends, only the task fails that it was doing.
  const queue = createSerialQueue();
  const ask = (task: LargeTask) => queue.run(() => thread.ask(task));
  return {
    async batch(packed: PackedBatch, size: number): Promise<Batch | undefined> {
      const answer = await ask({ kind: 'batch', packed, size });
      return answer.kind === 'batch' ? answer.batch : undefined;
    },
    async document(row: DocumentRow): Promise<Received | undefined> {
      const answer = await ask({ kind: 'document', xml: row.xml });
      if (answer.kind !== 'document' || answer.read === undefined) return undefined;
      return completed(row, Buffer.from(row.xml, 'utf8'), answer.read);
    },
    close: thread.close,
  };
}

export type LargeReader = ReturnType<typeof createLargeReader>;

/** The worker is next to this module, in the sources and in the bundle. */
function startWorker(): Worker {
  const program = new URL(`./large-worker${path.extname(import.meta.url)}`, import.meta.url);
  return new Worker(program);
}
