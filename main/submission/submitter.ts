import type { Outcome } from '../gateway/outcome.ts';
import { authorityProfile } from '../gateway/profile.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Claimed, Settlement } from '../ledger/submission.ts';
import type { Clock } from '../platform/clock.ts';
import { longestPauseMs, pauseAfterErrorMs } from '../platform/poll-timer.ts';
import { type Connection, createCircuitBreaker, type PauseReason } from './circuit-breaker.ts';
import { createInFlight, type EndedCall } from './in-flight.ts';
import { createOrphanedClaims } from './orphaned-claims.ts';
import { createRate } from './rate.ts';
import type { Timings } from './retry.ts';
import { type CopyReaders, createSettleCall } from './settle-call.ts';
import { createTicker } from './ticker.ts';

export interface SubmitterOptions extends CopyReaders {
  readonly ledger: Pick<Ledger, 'queue' | 'checkpoint'>;
  /** One call to the authority. Should never reject; if it does, nothing is known of the call. */
  readonly send: (claimed: Claimed) => Promise<Outcome>;
  readonly clock: Clock;
  /** Evenly from [0, 1). */
  readonly random: () => number;
  readonly profile?: Timings;
  /** Calls under way at once, at most; fewer where the gateway does not bear so many. */
  readonly concurrency?: number;
  /** Whether another process that sends from this ledger has ended; taken for alive where left out. */
  readonly isGone?: ((sender: string) => boolean) | undefined;
  /** How long a claim holds, in milliseconds; well above the longest call. */
  readonly leaseMs?: number;
  /** A submission moved. */
  readonly onChange: (uuid: string) => void;
  /** Something went wrong that is no outcome (a full disk, a defect); the queue goes on. */
  readonly onError: (error: unknown) => void;
}

/** Brings what waits in the ledger to the authority in time. The rows are the truth; this only acts on them. */
export interface Submitter {
  /** What the last call said of the way to the authority. */
  readonly connection: Connection;
  /** Why nothing but a look now and then goes; undefined while documents go. */
  readonly hold: PauseReason | undefined;
  /** Documents that came to their end (accepted or rejected) in a second, lately; 0 when none did. */
  readonly perSecond: number;
  /**
   * Begins, and takes up what processes that are gone had under way. `alone`: nobody else leads here, so what nobody's
   * name is on was left by a crash, too.
   */
  start(alone?: boolean): void;
  /** Begins no more calls and waits for those under way. */
  stop(): Promise<void>;
  /**
   * Looks for what is due, shortly: after an issue, without a reason. With one, what held the queue is gone: the
   * credential or the network is new, and all that waits goes now.
   */
  wake(reason?: 'credential' | 'network'): void;
  /**
   * Sends a waiting or parked document now, whatever holds the queue, and waits for the outcome. Does nothing to a
   * document that is final. Fails with `not-found`.
   */
  sendNow(uuid: string): Promise<void>;
  /** What was parked goes again, all of it: the app or its settings have changed. Answers how many. */
  resendParked(): number;
  /** Resolves when no call is under way and nothing may be sent now. */
  idle(): Promise<void>;
}

/** What ended is written with what ends next, but not later than this. */
const settleWithinMs = 50;
/** While much is sent, the log of writes is moved into the file this often, lest the next issue has to. */
const checkpointEveryMs = 2_000;

export function createSubmitter(options: SubmitterOptions): Submitter {
  const { ledger, send, clock, random, onChange, onError } = options;
  const { profile = authorityProfile, leaseMs = 5 * 60_000, isGone = () => false } = options;
  const { concurrency = authorityProfile.limits.callsAtOnce } = options;
  const { retry } = profile;
  const gate = createCircuitBreaker(concurrency, profile, random);
  const judge = createSettleCall({ ...options, gate, profile, guarded });
  const rate = createRate(clock);
  const others = createOrphanedClaims({ ledger, clock, isGone });
  const calls = createInFlight({ send, clock, onEnd, onError });
  const turns = createTicker(clock, turn);
  /** Ended, and not in the ledger yet. */
  let ended: { readonly settlement: Settlement; readonly settled: () => void }[] = [];
  /** Taken from the ledger to be at hand when a call ends. */
  const ahead: Claimed[] = [];
  /** Calls for these that the ledger does not know of yet. */
  const begun: { readonly claimed: Claimed; readonly at: number }[] = [];
  let running = false;
  /** What held the queue has gone, and not all that waits has been brought forward yet. */
  let hurrying = false;
  let idleWaiters: (() => void)[] = [];
  let checkpointedAt = clock.monotonic();

  /** Work whose failure must not stop the queue. */
  function guarded<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  /** The next call begins at once; what this one came to is written with what others come to about now. */
  function onEnd(call: EndedCall): void {
    const now = clock.now();
    const { settlement, reopens } = judge(call, now);
    const { state } = settlement.decision;
    if (state === 'accepted' || state === 'rejected') rate.note();
    if (reopens) hurrying = true;
    ended.push({ settlement, settled: call.settled });
    beginAhead(now);
    if (ahead.length * 2 >= gate.ahead && ahead.length > 0) turns.in(settleWithinMs);
    else turns.soon();
  }

  function beginAhead(now: number): void {
    const room = running ? gate.room(now, calls.underWay) : 0;
    const claims = ahead.splice(0, room);
    for (const claimed of claims) begun.push({ claimed, at: now });
    begin(claims, now);
  }

  function begin(claims: readonly Claimed[], now: number): void {
    if (claims.length === 0) return;
    gate.begin(now);
    for (const claimed of claims) calls.begin(claimed);
    for (const { uuid } of claims) guarded(() => onChange(uuid));
  }

  /** Writes what has happened, begins every call that may begin, and sees to it that it is called again in time. */
  function turn(): void {
    turns.cancel();
    const now = clock.now();
    if (hurrying) hurry(now);
    beginAhead(now);
    const written = ended;
    ended = [];
    const limit = running ? gate.room(now, calls.underWay) : 0;
    const claims = exchange(
      written.map(({ settlement }) => settlement),
      limit,
      now,
    );
    for (const { settled } of written) settled();
    // The next calls before anything else: the wire is what takes long.
    begin((claims?.atOnce ?? []).filter(isFree), now);
    ahead.push(...(claims?.ahead ?? []).filter(isFree));
    for (const { settlement } of written) guarded(() => onChange(settlement.claimed.uuid));
    if (running) lookAgain(now, claims === undefined);
    if (calls.unsettled === 0 && !turns.isSoon) rest();
    else checkpointNowAndThen();
  }

  /** One transaction with the ledger: what was taken in it; undefined when the ledger could not be used. */
  function exchange(
    settlements: readonly Settlement[],
    limit: number,
    now: number,
  ): { atOnce: Claimed[]; ahead: Claimed[] } | undefined {
    const urgent = running && limit === 0 ? gate.roomForUrgent(calls.underWay) : 0;
    const want =
      urgent > 0
        ? { limit: urgent, urgent: retry.beforeDeadline }
        : { limit, ahead: running ? Math.max(0, gate.ahead - ahead.length) : 0 };
    const unsent = running && gate.hold === undefined ? [] : ahead.splice(0);
    const happened = { ended: settlements, begun: begun.splice(0), unsent };
    try {
      const claims = ledger.queue.settleAndClaim(happened, { now, leaseMs, ...want });
      return { atOnce: claims.slice(0, want.limit), ahead: claims.slice(want.limit) };
    } catch (error) {
      if (settlements.length === 0) onError(error);
      begun.push(...happened.begun);
      ahead.push(...unsent);
      // One that cannot be written must not keep the others from it.
      for (const { claimed, outcome, decision, at, clearedQr } of settlements)
        guarded(() => ledger.queue.settle(claimed, outcome, decision, at, clearedQr));
      return undefined;
    }
  }

  /** A clock set forward ends leases early: a call that is still under way is not made twice, and its answer counts. */
  function isFree({ uuid }: Claimed): boolean {
    return calls.of(uuid) === undefined && !ahead.some((claimed) => claimed.uuid === uuid);
  }

  /** Whatever may go now has gone: the next chance is when a call ends, or at a time still to come. */
  function lookAgain(now: number, failed: boolean): void {
    if (failed || hurrying) {
      if (failed) turns.in(pauseAfterErrorMs);
      else turns.soon();
      return;
    }
    const othersIn = guarded(() => others.look()) ?? longestPauseMs;
    const dueAt = guarded(() => ledger.queue.nextWakeAt());
    if (dueAt === undefined) return;
    let at = Math.max(dueAt, gate.opensAt ?? gate.nextBeginsAt);
    if (gate.roomForUrgent(calls.underWay) > 0)
      at = Math.min(at, guarded(() => ledger.queue.nextUrgentAt(now, retry.beforeDeadline)) ?? at);
    if (at <= now && calls.underWay > 0) return;
    turns.in(Math.min(at - now, othersIn));
    // Nothing waits so long: the clock was set back. (A claim may end so late, and is left alone.) Where another process
    // has brought the documents forward already, the hold is still this one's own.
    const heldTooLong = (gate.opensAt ?? now) - now > retry.longest;
    const waitsTooLong = at - now > retry.longest && (guarded(() => ledger.queue.makeDueNow(now)) ?? 0) > 0;
    if (heldTooLong || waitsTooLong) open();
  }

  /** What held the queue does no longer; whatever waits is due. */
  function open(): void {
    gate.open();
    hurrying = true;
    turns.soon();
  }

  /** Brings some of what waits for a later time forward. */
  function hurry(now: number): void {
    hurrying = (guarded(() => ledger.queue.makeDueNow(now)) ?? 0) > 0;
  }

  function rest(): void {
    guarded(() => ledger.checkpoint());
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const resolve of waiters) resolve();
  }

  function checkpointNowAndThen(): void {
    if (clock.monotonic() - checkpointedAt < checkpointEveryMs) return;
    guarded(() => ledger.checkpoint());
    checkpointedAt = clock.monotonic();
  }

  return {
    get connection() {
      return gate.connection;
    },
    get hold() {
      return gate.hold;
    },
    get perSecond() {
      return rate.perSecond();
    },
    start(alone = true) {
      if (running) return;
      running = true;
      guarded(() => others.takeUp(alone));
      turn();
    },
    async stop() {
      running = false;
      hurrying = false;
      turn(); // what was taken ahead goes back
      await calls.allSettled();
      turns.cancel();
      rest();
    },
    wake(reason) {
      if (!running) return;
      if (reason !== undefined) open();
      turns.in(0); // not at once: whoever wakes us has a customer waiting for an answer
    },
    async sendNow(uuid) {
      const call = calls.of(uuid);
      if (call !== undefined) return call;
      const now = clock.now();
      const place = ahead.findIndex((claimed) => claimed.uuid === uuid);
      const [taken] = place < 0 ? [] : ahead.splice(place, 1);
      if (taken !== undefined) begun.push({ claimed: taken, at: now });
      const claimed = taken ?? ledger.queue.claim(uuid, now, leaseMs);
      if (claimed === undefined) return;
      begin([claimed], now);
      await calls.of(uuid);
    },
    resendParked() {
      let resent = 0;
      for (;;) {
        const some = ledger.queue.resendParked(clock.now());
        resent += some;
        if (some === 0) break;
      }
      if (running) open();
      return resent;
    },
    idle() {
      return new Promise((resolve) => {
        idleWaiters.push(resolve);
        turns.soon();
      });
    },
  };
}
