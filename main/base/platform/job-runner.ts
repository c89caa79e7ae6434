import type { Clock } from './clock.ts';

/*
 * Runs a queue that is stored in rows. A tick claims the rows that are due, except those of `jobs`, and returns the time
 * until the next one. A job calls `jobs.begin`, works, settles its row, calls the function that `begin` returned, and
 * then `soon`; `pauseAfter` of `back-off.ts` returns the pause before another attempt. A job holds its row by a lease
 * in the row itself, so that the rows of a dead process are freed. If a clock that was set forward ends a lease early,
 * `jobs` prevents a second start of the job.
 */

export interface JobRunnerOptions {
  readonly clock: Pick<Clock, 'after'>;
  /**
   * Begins the jobs that may begin now and returns the milliseconds until it should run again; undefined when only
   * `wake`, `soon` or `in` can bring more work. It is also called while the queue stops, and must not begin anything
   * then.
   */
  readonly tick: () => number | undefined;
  /** Called when no job is in progress and no tick is due soon. */
  readonly onIdle?: (() => void) | undefined;
  /** Called for failures that are not the outcome of a job; the queue continues. */
  readonly onError: (error: unknown) => void;
}

/** The longest pause: the clock may be set, or the machine asleep, so the rows are read again after it. */
export const longestPauseMs = 60_000;
export const pauseAfterErrorMs = 5_000;

export function createJobRunner({ clock, tick, onIdle, onError }: JobRunnerOptions) {
  const jobs = createJobs();
  const next = createNextTick(clock, run);
  let isRunning = false;
  let idleWaiters: (() => void)[] = [];

  const isIdle = () => jobs.size === 0 && !next.isSoon;

  /** Does work whose failure must not stop the queue. */
  function guarded<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  function run(): void {
    next.cancel();
    const { pauseMs } = guarded(() => ({ pauseMs: tick() })) ?? { pauseMs: pauseAfterErrorMs };
    if (isRunning && pauseMs !== undefined) next.in(pauseMs);
    if (isIdle()) becomeIdle();
  }

  function becomeIdle(): void {
    guarded(() => onIdle?.());
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const resolve of waiters) resolve();
  }

  return {
    get isRunning() {
      return isRunning;
    },
    get isIdle() {
      return isIdle();
    },
    jobs,
    start() {
      if (isRunning) return;
      isRunning = true;
      run();
    },
    /** Starts no further job, waits for those in progress, and becomes idle. */
    async stop() {
      isRunning = false;
      run();
      await jobs.ended();
      next.cancel();
      becomeIdle();
    },
    /** Runs a tick shortly, never within the call: the caller may have a customer waiting. */
    wake() {
      if (isRunning) next.in(0);
    },
    /**
     * Runs a tick once everything else that waits in this process has run, above all the issuing of documents. Jobs
     * that end in between share this tick, so that a slow disk makes ticks longer, not more frequent.
     */
    soon: next.soon,
    /** Runs the next tick in so many milliseconds, at most the longest pause; replaces an earlier setting. */
    in: next.in,
    /** Resolves when no job is in progress and none may begin now. */
    idle: () =>
      new Promise<void>((resolve) => {
        idleWaiters.push(resolve);
        next.soon();
      }),
    guarded,
  };
}

export type JobRunner = ReturnType<typeof createJobRunner>;

function createJobs() {
  const underWay = new Map<string, Promise<void>>();
  return {
    get size() {
      return underWay.size;
    },
    ids: () => [...underWay.keys()],
    has: (id: string) => underWay.has(id),
    of: (id: string) => underWay.get(id),
    begin(id: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      underWay.set(id, promise);
      return () => {
        underWay.delete(id);
        resolve();
      };
    },
    async ended() {
      await Promise.all(underWay.values());
    },
  };
}

export type Jobs = ReturnType<typeof createJobs>;

/** There is one timer and one immediate; the first to fire runs the tick, which cancels the other. */
function createNextTick(clock: Pick<Clock, 'after'>, run: () => void) {
  let cancelTimer = () => {};
  let immediate: NodeJS.Immediate | undefined;
  return {
    get isSoon() {
      return immediate !== undefined;
    },
    soon() {
      immediate ??= setImmediate(run);
    },
    in(milliseconds: number) {
      cancelTimer();
      cancelTimer = clock.after(Math.min(milliseconds, longestPauseMs), run);
    },
    cancel() {
      clearImmediate(immediate);
      immediate = undefined;
      cancelTimer();
    },
  };
}
