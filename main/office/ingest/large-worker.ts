import type { Batch } from '../../../shared/office/wire/feed.ts';
import { answerTasks } from '../../base/platform/thread.ts';
import { type PackedBatch, readBatch } from './read-batch.ts';
import { type Read, readXml } from './read-received.ts';

/* Reads batches and documents that may take seconds, beside the server's own thread. */

export type LargeTask =
  | { readonly kind: 'batch'; readonly packed: PackedBatch; readonly size: number }
  | { readonly kind: 'document'; readonly xml: string };
export type LargeResult =
  | { readonly kind: 'batch'; readonly batch: Batch | undefined }
  | { readonly kind: 'document'; readonly read: Read | undefined };

answerTasks<LargeTask, LargeResult>((task) =>
  task.kind === 'batch'
    ? { kind: 'batch', batch: readBatch(task.packed, task.size) }
    : { kind: 'document', read: readXml(Buffer.from(task.xml, 'utf8')) },
);
