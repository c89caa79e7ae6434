import { randomInt } from 'node:crypto';
import type { Batch } from '../../../../shared/fleet/feed.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { OfficeDatabase } from '../database/database.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { type Ingested, ingestTogether, type ReadPost, readPost } from './ingest.ts';
import { nameOf } from './lock-chains.ts';

/** Takes batches of many tills, and commits those that come about the same time together. */
export interface GroupCommit {
  /** Resolves once the batch is durable, or refused. */
  take(key: ChainKey, batch: Batch): Promise<Ingested>;
}

export interface GroupCommitOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Milliseconds that the first batch waits for others. A till that feeds does not wait for its answer. */
  readonly gatherMs?: number;
  /** Called after each commit with the number of batches and of documents in it, and of seals that were verified. */
  readonly onCommit?: (batches: number, documents: number, verified: number) => void;
}

/** A commit of this many documents does not wait for others. */
const mostDocuments = 400;
/**
 * The most transactions at once; chains of one bucket share one of them. With five thousand tills that each send
 * little, thirty share a transaction.
 */
const lanes = 2;

interface Waiting {
  readonly post: ReadPost;
  resolve(answer: Ingested): void;
  reject(error: unknown): void;
}

export function createGroupCommit(
  database: OfficeDatabase,
  { clock, gatherMs = 250, onCommit }: GroupCommitOptions,
): GroupCommit {
  const queues = new Map<string, ReturnType<typeof createLane>>();
  const laneOf = ({ tenant, bucket }: ChainKey) => {
    const name = `${tenant}/${bucket % lanes}`;
    const lane = queues.get(name) ?? createLane(commit(tenant), clock, gatherMs);
    queues.set(name, lane);
    return lane;
  };

  const commit = (tenant: number) => async (group: readonly Waiting[]) => {
    const posts = group.map(({ post }) => post);
    try {
      const { answers, verified } = await ingestTogether(database, tenant, posts);
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Ingested);
      onCommit?.(group.length, documentsOf(group), verified);
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      // A batch that the database refuses must not keep out the others.
      else for (const each of group) await commit(tenant)([each]);
    }
  };

  return {
    async take(key, batch) {
      const post = await readPost(key, batch);
      return new Promise((resolve, reject) => laneOf(key).add({ post, resolve, reject }));
    },
  };
}

const documentsOf = (group: readonly Waiting[]) =>
  group.reduce((sum, { post }) => sum + post.batch.documents.length, 0);

/** One transaction at a time; meanwhile the next group gathers. */
function createLane(
  commit: (group: readonly Waiting[]) => Promise<void>,
  clock: Pick<Clock, 'after'>,
  gatherMs: number,
) {
  let waiting: Waiting[] = [];
  let isBusy = false;

  function begin(): void {
    isBusy = true;
    // Lanes that gathered for the same time would commit at the same moment.
    if (documentsOf(waiting) >= mostDocuments) void work();
    else clock.after(gatherMs / 2 + randomInt(gatherMs + 1), () => void work());
  }

  async function work(): Promise<void> {
    const [group, later] = nextGroup(waiting);
    waiting = later;
    await commit(group);
    isBusy = false;
    if (waiting.length > 0) begin();
  }

  return {
    add(each: Waiting): void {
      waiting.push(each);
      if (!isBusy) begin();
    },
  };
}

/** Returns the batches of the next commit, one of each chain, and those that wait for another. */
function nextGroup(waiting: readonly Waiting[]): [Waiting[], Waiting[]] {
  const group = new Map<string, Waiting>();
  const later: Waiting[] = [];
  let documents = 0;
  for (const each of waiting) {
    const name = nameOf(each.post.key);
    if (documents >= mostDocuments || group.has(name)) later.push(each);
    else {
      group.set(name, each);
      documents += each.post.batch.documents.length;
    }
  }
  return [[...group.values()], later];
}
