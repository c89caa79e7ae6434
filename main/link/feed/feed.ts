import type { FeedHead, Refusal } from '../../../shared/office/wire/feed.ts';
import type { Told } from '../../../shared/office/wire/orders.ts';
import type { TillStatus } from '../../../shared/office/wire/till-status.ts';
import { type BackOff, pauseAfter } from '../../base/platform/back-off.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { OrderInbox } from '../orders/order-inbox.ts';
import { createBatchSize } from './batch-size.ts';
import type { Enrolment, OfficeClient, Sent } from './office-client.ts';
import type { BatchReader, Finding } from './pack-batch.ts';

export type FeedState =
  | { readonly state: 'complete' | 'more' | 'too-large' | 'unknown' | 'left' | 'other-certificate' }
  | { readonly state: 'away'; readonly retryAfterMs?: number | undefined }
  | { readonly state: 'refused'; readonly code: Refusal };

/** Sends the head office the ledger's rows that it does not have yet. */
export type Feed = ReturnType<typeof createFeed>;

export interface FeedOptions {
  readonly reader: Pick<BatchReader, 'read' | 'compare' | 'hasMore'>;
  readonly client: Pick<OfficeClient, 'send'>;
  readonly enrolment: Enrolment;
  /** Handles the orders that come with the office's answers; by default they are ignored. */
  readonly orders?: Pick<OrderInbox, 'told' | 'confirm' | 'take'> | undefined;
  /**
   * The number of milliseconds within which new rows are sent, and between two posts when there are none. By default
   * half a minute, and a minute.
   */
  readonly rhythm?: (() => number | undefined) | undefined;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly random: () => number;
  /**
   * Called after each comparison with the office's head. A finding means that the office has rows beyond this ledger,
   * or different ones: this ledger must not continue.
   */
  readonly onCompared: (found: Finding | undefined, have: FeedHead) => void;
  /** Returns the till's status for each batch; undefined before it is open. */
  readonly status?: (() => TillStatus | undefined) | undefined;
  readonly onState?: ((state: FeedState) => void) | undefined;
  readonly onError: (error: unknown) => void;
}

/** The number of milliseconds within which new rows are sent, and between two posts while there are none. */
const freshWithin = 30_000;
const heardWithin = 60_000;
/** The number of milliseconds between batches while the office does not have everything. */
const betweenBatches = 1_000;
/** Pauses while the office is unreachable or refuses: thousands of tills must not return at the same time. */
const backOff: BackOff = { first: 5_000, factor: 4, longest: 600_000, jitter: 0.5 };
/** The longest time that an office, or a proxy in front of it, may tell a till to stay away. */
const longestAsked = 3_600_000;

function createTimer(clock: FeedOptions['clock'], run: () => void) {
  let cancel = () => {};
  let at = 0;
  return {
    /** Runs the next attempt after this many milliseconds, instead of at its planned time. */
    within(milliseconds: number): void {
      cancel();
      at = clock.monotonic() + milliseconds;
      cancel = clock.after(milliseconds, run);
    },
    remaining: () => Math.max(0, at - clock.monotonic()),
    cancel: () => cancel(),
  };
}

function createPost(
  { reader, client, enrolment, clock, status, orders, onCompared, onError }: FeedOptions,
  signal: AbortSignal,
) {
  let have: FeedHead | undefined;
  const size = createBatchSize();

  async function take(sent: Sent, isThrough: boolean, told: Told | undefined): Promise<FeedState> {
    const wasAsking = have === undefined;
    if (sent.result === 'too-large') size.halve();
    if (sent.result === 'away') return { state: 'away', retryAfterMs: sent.retryAfterMs };
    if (sent.result !== 'kept' && sent.result !== 'refused') return { state: sent.result };
    ({ have } = sent);
    // The ledgers are compared at each answer, so that a restored image of the whole machine is found before it
    // continues to sell.
    const found = await reader.compare(have);
    onCompared(found, have);
    if (told !== undefined) orders?.confirm(told);
    const { orders: signed = [] } = sent;
    if (signed.length > 0) await orders?.take(signed);
    if (sent.result === 'refused')
      return sent.code === 'ahead' ? { state: 'more' } : { state: 'refused', code: sent.code };
    // The next batch reports a finding to the office.
    const isComplete = isThrough || (wasAsking && found === undefined && !(await reader.hasMore(have)));
    return { state: isComplete && signed.length === 0 ? 'complete' : 'more' };
  }

  /** If the till cannot read its own status, the rows are sent anyway. */
  function ownStatus(): TillStatus | undefined {
    try {
      return status?.();
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  async function once(): Promise<FeedState> {
    const told = await orders?.told();
    const batch = await reader.read(have, size.limits, { status: ownStatus(), orders: told });
    if (have !== undefined) onCompared(batch.found, have);
    const began = clock.monotonic();
    const sent = await client.send(enrolment, { ...batch, isUrgent: have === undefined }, signal);
    const took = clock.monotonic() - began;
    if (sent.result === 'away') size.failed(took);
    else if (sent.result === 'kept') size.arrived(took);
    return take(sent, batch.isThrough, told);
  }

  return {
    /** Sends one batch. The first one is empty: it asks for the office's head. */
    once,
    /** True while the office's head is unknown. */
    get isAsking(): boolean {
      return have === undefined;
    },
    hasMore: async (): Promise<boolean> => have === undefined || reader.hasMore(have),
  };
}

type Post = ReturnType<typeof createPost>;

const isTaken = (last: FeedState | undefined) => last?.state === 'complete' || last?.state === 'more';

/** Decides from the results of the posts when the next one is due. */
function createPace({ clock, random, rhythm }: FeedOptions, { hasMore }: Pick<Post, 'hasMore'>) {
  let last: FeedState | undefined;
  let failures = 0;
  let isUrgent = false;
  /** True when the last check found new rows, which wait for the rows that follow. */
  let sawMore = false;
  let postedAt = 0;
  const longestPoll = () => (rhythm?.() ?? freshWithin) / 2;

  return {
    get last() {
      return last;
    },
    /** Keeps the next post from waiting for further rows. */
    makeUrgent() {
      isUrgent = true;
    },
    begin() {
      isUrgent = false;
    },
    posted(state: FeedState) {
      sawMore = false;
      postedAt = clock.monotonic();
      last = state;
    },
    count(state: FeedState) {
      failures = isTaken(state) ? 0 : failures + 1;
    },
    failed() {
      last = { state: 'away' };
      failures += 1;
    },
    pause(): number {
      if (last?.state === 'more') return betweenBatches;
      if (isUrgent && last?.state === 'complete') return betweenBatches;
      if (last?.state === 'complete') return Math.round((longestPoll() * (1 + random())) / 2);
      const ownPause = pauseAfter(failures, backOff, random);
      return last?.state === 'away'
        ? Math.max(ownPause, Math.min(last.retryAfterMs ?? 0, longestAsked))
        : ownPause;
    },
    /**
     * Returns true when there is no need to post yet. A new sale waits for one more check, so that its outcome and the
     * next sale go into the same post: this halves the number of posts.
     */
    async mayWait(): Promise<boolean> {
      if (isUrgent || last?.state !== 'complete') return false;
      const isFirst = !sawMore;
      sawMore = await hasMore();
      if (sawMore) return isFirst;
      return clock.monotonic() - postedAt + longestPoll() <= (rhythm?.() ?? heardWithin);
    },
  };
}

export function createFeed(options: FeedOptions) {
  const { clock, onState, onError } = options;
  const closing = new AbortController();
  const post = createPost(options, closing.signal);
  const timer = createTimer(clock, () => void look());
  const pace = createPace(options, post);
  let running: Promise<FeedState> | undefined;
  let isStarted = false;
  let isLooking = false;
  let stopped = false;

  /** Sends one batch; one at a time. Never rejects for a failure of the network. */
  function once(): Promise<FeedState> {
    const { isAsking } = post;
    running ??= post
      .once()
      .then((state) => {
        pace.posted(state);
        // Before the till was open, it could not report its status.
        if (isAsking && state.state === 'complete') pace.makeUrgent();
        onState?.(state);
        return state;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  async function look(): Promise<void> {
    isLooking = true;
    try {
      const canWait = await pace.mayWait();
      if (!canWait && !stopped) {
        pace.begin();
        pace.count(await once());
      }
    } catch (error) {
      if (stopped) return;
      pace.failed();
      onError(error);
    }
    isLooking = false;
    if (!stopped) timer.within(pace.pause());
  }

  return {
    once,
    get last() {
      return pace.last;
    },
    start() {
      isStarted = true;
      void look();
    },
    /** Posts within a second, because the office waits for data; if the office is unreachable, at the next attempt. */
    soon() {
      pace.makeUrgent();
      if (!isStarted || isLooking || stopped) return;
      // While the office is unreachable, the time of the next attempt stays: otherwise many requests would shorten the
      // pauses of all tills.
      if (isTaken(pace.last)) timer.within(Math.min(pace.pause(), timer.remaining()));
    },
    /** Aborts the post in progress: the office stores a whole batch or nothing, and reports what it has. */
    async stop() {
      stopped = true;
      closing.abort();
      timer.cancel();
      await running?.catch(() => undefined);
    },
  };
}
