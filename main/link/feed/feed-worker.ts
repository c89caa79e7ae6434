import { workerData } from 'node:worker_threads';
import { fail } from '../../../shared/failure.ts';
import type { FeedHead } from '../../../shared/office/wire/feed.ts';
import { answerTasks } from '../../base/platform/thread.ts';
import type { OutboxLimits } from '../../books/ledger/chain/outbox.ts';
import { openArchive } from '../../books/ledger/ledger.ts';
import { type BatchExtras, type Finding, hasMore, type PackedBatch, packBatch } from './pack-batch.ts';

/*
 * The feed's thread: it reads committed rows over a connection of its own and packs them, which can be megabytes after
 * a month offline.
 */

export type FeedTask =
  | {
      readonly kind: 'read';
      readonly have: FeedHead | undefined;
      readonly limits: OutboxLimits;
      readonly extras: BatchExtras;
    }
  | { readonly kind: 'compare' | 'has-more'; readonly have: FeedHead };

export type FeedResult =
  | { readonly kind: 'read'; readonly batch: PackedBatch }
  | { readonly kind: 'compare'; readonly found: Finding | undefined }
  | { readonly kind: 'has-more'; readonly hasMore: boolean };

const { outbox, id } = openArchive(workerData as string) ?? fail('ledger-lost');

answerTasks<FeedTask, FeedResult>((task) => {
  if (task.kind === 'read')
    return { kind: 'read', batch: packBatch(outbox, id, task.have, task.limits, task.extras) };
  if (task.kind === 'has-more') return { kind: 'has-more', hasMore: hasMore(outbox, task.have) };
  return { kind: 'compare', found: outbox.compare(task.have) };
});
