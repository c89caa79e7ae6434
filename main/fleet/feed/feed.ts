import { type Batch, type FleetHead, mostRows, type Refusal } from '../../../shared/fleet/feed.ts';
import type { Outbox, OutboxLimits } from '../../ledger/outbox.ts';
import { type BackOff, pauseAfter } from '../../platform/back-off.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Enrolment, OfficeClient, Sent } from './office-client.ts';

/** The result of one post. */
export type FeedState =
  | { readonly state: 'complete' | 'more' | 'too-large' | 'unknown' | 'left' }
  | { readonly state: 'away'; readonly retryAfterMs?: number | undefined }
  | { readonly state: 'refused'; readonly code: Refusal };

/** Sends the ledger's rows to the head office, as far as that does not have them. */
export interface Feed {
  /** Sends one batch; one at a time. Never rejects for what the network does. */
  once(): Promise<FeedState>;
  /** The result of the last post; undefined before the first. */
  readonly last: FeedState | undefined;
  start(): void;
  /** Waits for the post on its way. */
  stop(): Promise<void>;
}

export interface FeedOptions {
  /** Of a connection that only reads: a sale must not wait for it. */
  readonly outbox: Outbox;
  readonly ledger: string;
  readonly client: Pick<OfficeClient, 'send'>;
  readonly enrolment: Enrolment;
  readonly clock: Pick<Clock, 'after'>;
  /** Returns a number evenly from [0, 1). */
  readonly random: () => number;
  /** Called when the office has more than this ledger, or something else: this one must not go on. */
  readonly onFound: (found: 'older' | 'forked', have: FleetHead) => void;
  readonly onError: (error: unknown) => void;
}

const whole: OutboxLimits = { rows: mostRows, characters: 8 * 2 ** 20 };
const none = { icv: Number.MAX_SAFE_INTEGER, event: Number.MAX_SAFE_INTEGER, audit: Number.MAX_SAFE_INTEGER };
/** Milliseconds between looks while the office has everything, and between batches while it has not. */
const lookEvery = 30_000;
const betweenBatches = 1_000;
/** While the office is away, or refuses: thousands of tills come back apart. */
const backOff: BackOff = { first: 5_000, factor: 4, longest: 600_000, jitter: 0.5 };

export function createFeed(options: FeedOptions): Feed {
  const { clock, random, onError } = options;
  const post = createPost(options);
  let last: FeedState | undefined;
  let failures = 0;
  let cancel = () => {};
  let running: Promise<FeedState> | undefined;
  let stopped = false;

  function once(): Promise<FeedState> {
    running ??= post()
      .then((state) => {
        last = state;
        return state;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  function pause(): number {
    if (last?.state === 'more') return betweenBatches;
    if (last?.state === 'complete') return Math.round(lookEvery * (0.5 + random() / 2));
    const own = pauseAfter(failures, backOff, random);
    return last?.state === 'away' ? Math.max(own, last.retryAfterMs ?? 0) : own;
  }

  async function look(): Promise<void> {
    try {
      const { state } = await once();
      failures = state === 'complete' || state === 'more' ? 0 : failures + 1;
    } catch (error) {
      last = { state: 'away' };
      failures += 1;
      onError(error);
    }
    if (!stopped) cancel = clock.after(pause(), () => void look());
  }

  return {
    once,
    get last() {
      return last;
    },
    start() {
      stopped = false;
      void look();
    },
    async stop() {
      stopped = true;
      cancel();
      await running?.catch(() => undefined);
    },
  };
}

/** Returns what sends one batch. The first one is empty: it asks how far the office has come. */
function createPost({ outbox, ledger, client, enrolment, onFound }: FeedOptions): () => Promise<FeedState> {
  let have: FleetHead | undefined;
  let limits = whole;

  /** Compares with each answer: an image of the whole machine that was put back is found before it sells on. */
  function findingOf(): Batch['found'] {
    const found = have && outbox.compare(have);
    if (found === undefined || have === undefined) return null;
    onFound(found, have);
    return found;
  }

  function take(sent: Sent, isComplete: boolean): FeedState {
    if (sent.result === 'too-large')
      limits = { rows: Math.max(1, limits.rows >> 1), characters: limits.characters >> 1 };
    if (sent.result === 'away') return { state: 'away', retryAfterMs: sent.retryAfterMs };
    if (sent.result !== 'kept' && sent.result !== 'refused') return { state: sent.result };
    const isKnown = have !== undefined;
    ({ have } = sent);
    findingOf();
    if (sent.result === 'refused')
      return sent.code === 'ahead' ? { state: 'more' } : { state: 'refused', code: sent.code };
    limits = whole;
    return { state: isComplete && isKnown ? 'complete' : 'more' };
  }

  return async () => {
    const found = findingOf();
    const rows = outbox.after(have === undefined || found !== null ? none : have, limits);
    const batch: Batch = { ledger, found, ...rows };
    return take(await client.send(enrolment, batch), isThrough(batch));
  };
}

/** True when nothing of the ledger is left behind these rows. */
function isThrough({ head, documents, events, audit }: Batch): boolean {
  const isLast = (position: number, last: number | undefined) => last === undefined || last >= position;
  return (
    isLast(head.icv, documents.at(-1)?.icv) &&
    isLast(head.event, events.at(-1)?.id) &&
    isLast(head.audit, audit.at(-1)?.id)
  );
}
