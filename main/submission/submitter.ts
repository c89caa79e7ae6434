import type { Connection } from '../../shared/status.ts';
import type { Outcome } from '../gateway/outcome.ts';
import { authorityProfile } from '../gateway/profile.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Claimed } from '../ledger/submission.ts';
import type { Clock } from '../platform/clock.ts';
import type { PauseReason } from './circuit-breaker.ts';
import { createOrphanedClaims } from './orphaned-claims.ts';
import type { Timings } from './retry.ts';
import { createSendLoop } from './send-loop.ts';
import type { CopyReaders } from './settle-call.ts';

export interface SubmitterOptions extends CopyReaders {
  readonly ledger: Pick<Ledger, 'queue' | 'checkpoint'>;
  /** One call to the authority. Should never reject; a rejection counts as no answer. */
  readonly send: (claimed: Claimed) => Promise<Outcome>;
  readonly clock: Clock;
  /** Returns a uniform random number from [0, 1). */
  readonly random: () => number;
  readonly profile?: Timings;
  /** Calls under way at once, at most; fewer where the gateway does not bear so many. */
  readonly concurrency?: number;
  /** Whether another process that sends from this ledger has ended; false by default. */
  readonly isGone?: ((sender: string) => boolean) | undefined;
  /** The lease of a claim, milliseconds; well above the longest call. */
  readonly leaseMs?: number;
  /** A submission has changed its state. */
  readonly onChange: (uuid: string) => void;
  /** Something went wrong that is not an outcome (a full disk, a defect); the queue continues. */
  readonly onError: (error: unknown) => void;
}

/** Sends what waits in the ledger to the authority in time. The rows are the truth; this only acts on them. */
export interface Submitter {
  /** The state of the way to the authority, as the last call found it. */
  readonly connection: Connection;
  /** The reason why only a call from time to time goes; undefined while documents go. */
  readonly pauseReason: PauseReason | undefined;
  /** The time of that call, milliseconds since 1970; undefined while documents go. */
  readonly pausedUntil: number | undefined;
  /** Documents that were accepted or rejected in a second, lately; 0 when none was. */
  readonly perSecond: number;
  /**
   * Begins, and releases the claims of processes that have ended. `alone`: no other process leads here, so claims
   * without a name are a crash's, too.
   */
  start(alone?: boolean): void;
  /**
   * Begins no more calls; those under way finish. The function that it returns resumes sending, and may be called after
   * `stop`. A document that a person sends by `sendNow` still goes.
   */
  pause(): () => void;
  /** Begins no more calls and waits for those under way. */
  stop(): Promise<void>;
  /**
   * Looks for due documents shortly: after an issue, without a reason. A reason ends the pause of the queue: the
   * credential or the network is new, and everything that waits goes now.
   */
  wake(reason?: 'credential' | 'network'): void;
  /**
   * Sends a waiting or parked document now, even while the queue is paused, and waits for the outcome. Does nothing to
   * a document that is final. Fails with `not-found`.
   */
  sendNow(uuid: string): Promise<void>;
  /** Sends all parked documents again, because the app or its settings have changed. Returns how many. */
  resendParked(): number;
  /** Resolves when no call is under way and nothing may be sent now. */
  idle(): Promise<void>;
}

export function createSubmitter(options: SubmitterOptions): Submitter {
  const { ledger, clock } = options;
  const { profile = authorityProfile, leaseMs = 5 * 60_000, isGone = () => false } = options;
  const { concurrency = authorityProfile.limits.callsAtOnce } = options;
  const orphans = createOrphanedClaims({ ledger, clock, isGone });
  const loop = createSendLoop({ ...options, profile, leaseMs, concurrency, orphans });
  const { runner, pace, claims } = loop;

  return {
    get connection() {
      return pace.connection;
    },
    get pauseReason() {
      return pace.pauseReason;
    },
    get pausedUntil() {
      return pace.pausedUntil;
    },
    get perSecond() {
      return pace.perSecond;
    },
    start(alone = true) {
      if (runner.isRunning) return;
      runner.guarded(() => orphans.release(alone));
      runner.start();
    },
    pause: loop.pause,
    stop: loop.stop,
    wake(reason) {
      if (!runner.isRunning) return;
      if (reason !== undefined) loop.sendAll();
      runner.wake();
    },
    async sendNow(uuid) {
      if (!runner.jobs.has(uuid)) {
        const now = clock.now();
        const claimed = claims.take(uuid, now);
        if (claimed !== undefined) loop.begin([claimed], now);
      }
      await runner.jobs.of(uuid);
    },
    resendParked() {
      let resent = 0;
      for (;;) {
        const some = ledger.queue.resendParked(clock.now());
        resent += some;
        if (some === 0) break;
      }
      if (runner.isRunning) loop.sendAll();
      return resent;
    },
    idle: runner.idle,
  };
}
