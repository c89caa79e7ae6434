import type { Clock } from '../../base/platform/clock.ts';
import { createJobRunner, pauseAfterErrorMs } from '../../base/platform/job-runner.ts';
import type { Claimed } from '../../books/ledger/documents/submission.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { createClaims } from './claims.ts';
import { createNextTick } from './next-tick.ts';
import type { OrphanedClaims } from './orphaned-claims.ts';
import { createPace, type PaceOptions } from './pace.ts';
import type { Hold } from './pause.ts';
import { createSharedHold } from './shared-hold.ts';

export interface SendLoopOptions extends Omit<PaceOptions, 'jobs' | 'guarded' | 'onEnd' | 'onHold'> {
  readonly ledger: Pick<Ledger, 'queue' | 'checkpoint' | 'settings' | 'changes'>;
  readonly leaseMs: number;
  readonly orphans: OrphanedClaims;
  readonly onChange: (uuid: string) => void;
}

/** The longest time for which the result of a call waits to be written together with others. */
const settleWithinMs = 50;
/**
 * The interval at which the write-ahead log is moved into the file while many documents are sent, so that the next sale
 * does not have to do it.
 */
const checkpointEveryMs = 2_000;

/** Counts the pauses, which may overlap. @param onChange called when one begins or ends */
function createPauses(onChange: () => void) {
  let pauses = 0;
  return {
    get isPaused() {
      return pauses > 0;
    },
    begin(): () => void {
      pauses += 1;
      onChange();
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        pauses -= 1;
        onChange();
      };
    },
  };
}

export function createSendLoop(options: SendLoopOptions) {
  const { ledger, send, clock, random, profile, concurrency, leaseMs, orphans, isCopyOf } = options;
  const { onChange, onError } = options;
  const checkpoint = createCheckpoint(ledger, clock);
  const runner = createJobRunner({ clock, tick, onIdle: checkpoint.now, onError });
  const { jobs, guarded } = runner;
  const calls = { send, clock, random, profile, concurrency, isCopyOf };
  const hold = createSharedHold(ledger, () => adoptHold() && sendAll());
  const adoptHold = () => pace.breaker.adopt(hold.read(), clock.monotonic());
  const adoptAtStart = () => void pace.breaker.adopt(hold.readAtStart(clock.now()), clock.monotonic());
  const onHold = (now: Hold | undefined) => void guarded(() => hold.write(now));
  const pace = createPace({ ...calls, jobs, guarded, onEnd, onHold, onError });
  const claims = createClaims(ledger, leaseMs, runner, onError);
  const pauseAt = createNextTick({ ledger, pace, orphans, profile, guarded, onClockSetBack: sendAll });
  /** A pause has ended, and not all waiting documents have been made due yet. */
  let makesDue = false;
  const pauses = createPauses(() => {
    // The tick returns the prefetched documents. A stopped runner must not tick: the ledger may be closed.
    if (runner.isRunning) runner.soon();
  });
  const mayBegin = () => runner.isRunning && !pauses.isPaused;

  /** Begins the next call at once; the result of this one is written together with others that arrive now. */
  function onEnd({ settlement, endsPause, written }: Parameters<PaceOptions['onEnd']>[0]): void {
    if (endsPause) makesDue = true;
    claims.end(settlement, written);
    beginPrefetched(settlement.at);
    const { prefetched } = claims;
    if (prefetched * 2 >= pace.prefetch && prefetched > 0) runner.in(settleWithinMs);
    else runner.soon();
  }

  function beginPrefetched(now: number): void {
    if (mayBegin()) begin(claims.takePrefetched(pace.room(now), now), now);
  }

  /** Begins the calls for documents that were claimed. */
  function begin(claimed: readonly Claimed[], now: number): void {
    if (claimed.length === 0) return;
    pace.begin(claimed, now);
    for (const { uuid } of claimed) guarded(() => onChange(uuid));
  }

  function tick(): number | undefined {
    const now = clock.now();
    guarded(ledger.changes.look);
    if (makesDue) makesDue = (guarded(() => ledger.queue.makeDueNow(now)) ?? 0) > 0;
    beginPrefetched(now);
    const request = mayBegin() ? pace.claimRequest(now, claims.prefetched) : { limit: 0 };
    const keepsPrefetched = mayBegin() && pace.breaker.pauseReason === undefined;
    const { written, claimed } = claims.settleAndClaim({ ...request, now, keepsPrefetched });
    // The next calls begin before anything else, because the network takes longest.
    begin(claimed ?? [], now);
    for (const { claimed: sent } of written) guarded(() => onChange(sent.uuid));
    const pauseMs = runner.isRunning ? pauseAfterTick(now, claimed !== undefined) : undefined;
    if (!runner.isIdle) guarded(checkpoint.nowAndThen);
    return pauseMs;
  }

  function pauseAfterTick(now: number, succeeded: boolean): number | undefined {
    if (!succeeded) return pauseAfterErrorMs;
    if (!makesDue) return mayBegin() ? pauseAt(now) : undefined;
    runner.soon();
    return undefined;
  }

  function sendAll(): void {
    pace.breaker.reset();
    makesDue = true;
    runner.soon();
  }

  async function stop(): Promise<void> {
    makesDue = false;
    hold.stop();
    await runner.stop(); // The last tick returns the prefetched documents.
  }

  return { runner, pace, claims, begin, sendAll, adoptAtStart, pause: pauses.begin, stop };
}

function createCheckpoint(ledger: Pick<Ledger, 'checkpoint'>, clock: Clock) {
  let movedAt = clock.monotonic();
  return {
    now: () => ledger.checkpoint(),
    nowAndThen() {
      if (clock.monotonic() - movedAt < checkpointEveryMs) return;
      movedAt = clock.monotonic();
      ledger.checkpoint();
    },
  };
}
