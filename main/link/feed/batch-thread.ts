import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createThread } from '../../base/platform/thread.ts';
import type { FeedResult, FeedTask } from './feed-worker.ts';
import type { BatchReader } from './pack-batch.ts';

/** Reads this ledger's file in a thread of its own; see `feed-worker.ts`. */
export function createBatchThread(ledgerFile: string): BatchReader {
  const thread = createThread<FeedTask, FeedResult>('feeds the head office', () => startWorker(ledgerFile));
  return {
    async read(have, limits, extras) {
      const answer = await thread.ask({ kind: 'read', have, limits, extras });
      return answer.kind === 'read' ? answer.batch : mixedUp();
    },
    async compare(have) {
      const answer = await thread.ask({ kind: 'compare', have });
      return answer.kind === 'compare' ? answer.found : mixedUp();
    },
    async hasMore(have) {
      const answer = await thread.ask({ kind: 'has-more', have });
      return answer.kind === 'has-more' ? answer.hasMore : mixedUp();
    },
    close: thread.close,
  };
}

function mixedUp(): never {
  throw new Error('the thread that feeds the head office answered another task');
}

/** The worker is next to this module, in the sources and in the bundle. */
function startWorker(ledgerFile: string): Worker {
  const program = new URL(`./feed-worker${path.extname(import.meta.url)}`, import.meta.url);
  return new Worker(program, { workerData: ledgerFile });
}
