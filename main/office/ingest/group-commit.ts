import type { Batch } from '../../../shared/office/wire/feed.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { NoAnswer, type OfficeDatabase } from '../database/database.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { type Ingested, ingestTogether, type ReadPost, readPost } from './ingest.ts';
import type { LargeReader } from './large-reader.ts';
import { nameOf } from './lock-chains.ts';

export interface GroupCommitOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly random: () => number;
  /** The number of milliseconds that the first batch waits for others while few arrive. */
  readonly gatherMs?: number;
  /** With this many documents, a commit does not wait for more. */
  readonly mostDocuments?: number;
  /** Called after each commit with the numbers of its batches, documents and verified stamps. */
  readonly onCommit?: (batches: number, documents: number, verified: number) => void;
  /** Reads large documents; without it, they are read in this thread. */
  readonly large?: LargeReader;
}

/**
 * A commit costs the database as much as thirty batches. When many arrive, the first therefore waits longer: this many
 * milliseconds for each batch of the previous commit. No sale waits for them: batches that a sale waits for are urgent.
 */
const waitForEach = 10;
const longestWait = 2_400;

interface Waiting {
  readonly post: ReadPost;
  resolve(answer: Ingested): void;
  reject(error: unknown): void;
}

/** Accepts batches from many tills, and commits those that arrive at about the same time together. */
export function createGroupCommit(
  database: OfficeDatabase,
  { clock, random, gatherMs = 250, mostDocuments = 400, onCommit, large }: GroupCommitOptions,
) {
  const commit = (tenant: number) => async (group: readonly Waiting[]) => {
    const posts = group.map(({ post }) => post);
    try {
      const { answers, verified } = await ingestTogether(database, tenant, posts);
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Ingested);
      onCommit?.(group.length, documentsOf(group), verified);
    } catch (error) {
      if (group.length === 1 || error instanceof NoAnswer) {
        for (const { reject } of group) reject(error);
        return;
      }
      // If the database refuses a group because of one batch, the group is split, so that the others are stored.
      const half = group.length >> 1;
      await commit(tenant)(group.slice(0, half));
      await commit(tenant)(group.slice(half));
    }
  };

  const usual = { clock, random, gatherMs, longestMs: longestWait, mostDocuments };
  const urgent = { ...usual, gatherMs: 0, longestMs: 0 };
  const queues = new Map<string, ReturnType<typeof createQueue>>();
  const queueOf = (tenant: number, isUrgent: boolean) => {
    const name = `${tenant} ${isUrgent}`;
    const queue = queues.get(name) ?? createQueue(commit(tenant), isUrgent ? urgent : usual);
    queues.set(name, queue);
    return queue;
  };

  return {
    /**
     * Resolves once the batch is durable, or refused.
     * @param onRead called once its documents are read
     * @param isUrgent true to commit the batch at once and beside others, because a sale waits for the answer
     */
    async take(key: ChainKey, batch: Batch, onRead?: () => void, isUrgent = false): Promise<Ingested> {
      const post = await readPost(key, batch, large);
      onRead?.();
      return new Promise((resolve, reject) => queueOf(key.tenant, isUrgent).add({ post, resolve, reject }));
    },
  };
}

export type GroupCommit = ReturnType<typeof createGroupCommit>;

const documentsOf = (group: readonly Waiting[]) =>
  group.reduce((sum, { post }) => sum + post.batch.documents.length, 0);

interface QueueOptions extends Required<Omit<GroupCommitOptions, 'onCommit' | 'large'>> {
  /** The longest time in milliseconds that a batch waits, even if many arrive. */
  readonly longestMs: number;
}

/** One transaction at a time; meanwhile the next group gathers. */
function createQueue(
  commit: (group: readonly Waiting[]) => Promise<void>,
  { clock, random, gatherMs, longestMs, mostDocuments }: QueueOptions,
) {
  let waiting: Waiting[] = [];
  let documents = 0;
  let isBusy = false;
  let isGathering = false;
  let cancel = () => {};
  let wait = gatherMs;

  function begin(): void {
    isBusy = true;
    isGathering = true;
    // If all processes collected posts for the same length of time, they would all commit at the same moment.
    cancel = clock.after(wait * (0.5 + random()), () => void work());
    beginIfMany();
  }

  function beginIfMany(): void {
    if (!isGathering || documents < mostDocuments) return;
    cancel();
    void work();
  }

  async function work(): Promise<void> {
    isGathering = false;
    const [group, later] = nextGroup(waiting, mostDocuments);
    waiting = later;
    documents = documentsOf(later);
    wait = Math.min(Math.max(gatherMs, waitForEach * group.length), longestMs);
    await commit(group);
    isBusy = false;
    if (waiting.length > 0) begin();
  }

  return {
    add(each: Waiting): void {
      waiting.push(each);
      documents += each.post.batch.documents.length;
      if (isBusy) beginIfMany();
      else begin();
    },
  };
}

/** Returns the batches of the next commit, one of each chain, and those that wait for another. */
function nextGroup(waiting: readonly Waiting[], mostDocuments: number): [Waiting[], Waiting[]] {
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
