import type { Connection } from '../../../shared/status.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Claimed } from '../../books/ledger/documents/submission.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { Outcome } from '../../gateway/outcome.ts';
import { authorityProfile } from '../../gateway/profile.ts';
import { createOrphanedClaims } from './orphaned-claims.ts';
import type { PauseReason } from './pause.ts';
import type { Timings } from './retry.ts';
import { createSendLoop } from './send-loop.ts';
import type { CopyReaders } from './settle-call.ts';

export interface SubmitterOptions extends CopyReaders {
  readonly ledger: Pick<Ledger, 'queue' | 'checkpoint' | 'settings' | 'changes'>;
  /** Makes one call to the authority. It should never reject; a rejection counts as no answer. */
  readonly send: (claimed: Claimed) => Promise<Outcome>;
  readonly clock: Clock;
  /** Returns a uniform random number from [0, 1). */
  readonly random: () => number;
  readonly profile?: Timings;
  /** The largest number of simultaneous calls; fewer if the gateway cannot handle as many. */
  readonly concurrency?: number;
  /** Returns true when another process that sends from this ledger has ended; false by default. */
  readonly isGone?: ((sender: string) => boolean) | undefined;
  /** The lease of a claim, milliseconds; well above the longest call. */
  readonly leaseMs?: number;
  readonly onChange: (uuid: string) => void;
  /** Called for errors that are not outcomes (a full disk, a defect); the queue continues. */
  readonly onError: (error: unknown) => void;
}

/** Sends the ledger's waiting documents in time. The rows are authoritative; the submitter only acts on them. */
export function createSubmitter(options: SubmitterOptions) {
  const { ledger, send, clock, random, isCopyOf, onChange, onError } = options;
  const { profile = authorityProfile, leaseMs = 5 * 60_000, isGone = () => false } = options;
  const { concurrency = authorityProfile.limits.callsAtOnce } = options;
  const orphans = createOrphanedClaims(ledger, clock, isGone);
  const calls = { send, clock, random, profile, concurrency, isCopyOf };
  const loop = createSendLoop({ ...calls, ledger, leaseMs, orphans, onChange, onError });
  const { runner, pace, claims } = loop;

  return {
    /** The state of the connection to the authority, as of the last call. */
    get connection(): Connection {
      return pace.breaker.connection;
    },
    /** The reason why only a trial call is made from time to time; undefined while documents are sent normally. */
    get pauseReason(): PauseReason | undefined {
      return pace.breaker.pauseReason;
    },
    /** The time of the next trial call, in milliseconds since 1970; undefined while documents are sent normally. */
    get pausedUntil(): number | undefined {
      return pace.breaker.pausedUntil;
    },
    get perSecond() {
      return pace.perSecond;
    },
    /**
     * Starts, and releases the claims of processes that have ended. `alone`: no other process leads here, so claims
     * without a name are left from a crash, too.
     */
    start(alone: boolean = true) {
      if (runner.isRunning) return;
      runner.guarded(() => orphans.release(alone));
      runner.guarded(loop.adoptAtStart);
      runner.start();
    },
    /**
     * Pauses sending: no further calls start, and those in progress finish. The returned function resumes sending, and
     * may be called after `stop`. `sendNow` still sends a document.
     */
    pause: loop.pause,
    /** Starts no further calls and waits for those in progress. */
    stop: loop.stop,
    /**
     * Checks for due documents shortly; after an issue this is called without a reason. With a reason (a new credential
     * or network), it ends the pause of the queue and sends all waiting documents.
     */
    wake(reason?: 'credential' | 'network') {
      if (!runner.isRunning) return;
      if (reason !== undefined) loop.sendAll();
      runner.wake();
    },
    /**
     * Sends a waiting or parked document now, even while the queue is paused, and waits for the outcome. A document
     * whose state is final is not sent. Fails with `not-found`.
     */
    async sendNow(uuid: string) {
      if (!runner.jobs.has(uuid)) {
        const now = clock.now();
        const claimed = claims.take(uuid, now);
        if (claimed !== undefined) loop.begin([claimed], now);
      }
      await runner.jobs.of(uuid);
    },
    /** Sends all parked documents again, because the app or its settings have changed. Returns their number. */
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
    /** Resolves when no call is in progress and nothing may be sent now. */
    idle: runner.idle,
  };
}

export type Submitter = ReturnType<typeof createSubmitter>;
