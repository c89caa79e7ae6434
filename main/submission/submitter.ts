import type { Clock } from '../clock.ts';
import type { Outcome } from '../gateway/outcome.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Claimed } from '../ledger/submission-queue.ts';
import { type Connection, createGate } from './gate.ts';
import { decide, delays } from './retry.ts';

export interface SubmitterOptions {
  readonly ledger: Pick<
    Ledger,
    'claimDue' | 'claim' | 'settle' | 'releaseClaims' | 'hurry' | 'nextWakeAt' | 'checkpoint'
  >;
  /** One call to the authority. Should never reject; if it does, nothing is known of the call. */
  readonly send: (claimed: Claimed) => Promise<Outcome>;
  readonly clock: Clock;
  /** Evenly from [0, 1). */
  readonly random: () => number;
  /** Calls under way at once. */
  readonly concurrency?: number;
  /** How long a claim holds, in milliseconds; well above the longest call. */
  readonly leaseMs?: number;
  /** Reads the QR (Base64) out of the authority's copy of a document; undefined when it has none. */
  readonly readQr?: (clearedInvoice: Buffer) => string | undefined;
  /** A submission moved. */
  readonly onChange: (uuid: string) => void;
  /** Something went wrong that is no outcome (a full disk, a defect); the queue goes on. */
  readonly onError: (error: unknown) => void;
}

/** Brings what waits in the ledger to the authority in time. The rows are the truth; this only acts on them. */
export interface Submitter {
  /** What the last call said of the way to the authority. */
  readonly connection: Connection;
  /**
   * Begins. `alone`: nobody else sends from this ledger, so what is under way was left by a crash and is taken up.
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
  /** Resolves when no call is under way and nothing may be sent now. */
  idle(): Promise<void>;
}

/** The clock may be set, or the machine asleep: nothing is waited for longer than this without looking again. */
const longestPauseMs = 60_000;
/** After a look at the ledger that failed. */
const pauseAfterErrorMs = 5_000;

export function createSubmitter(options: SubmitterOptions): Submitter {
  const { ledger, send, clock, random, readQr, onChange, onError } = options;
  const { concurrency = 4, leaseMs = 5 * 60_000 } = options;
  const gate = createGate(concurrency, random);
  const underWay = new Map<string, Promise<void>>();
  let running = false;
  let cancelTimer = () => {};
  let idleWaiters: (() => void)[] = [];

  /** Work whose failure must not stop the queue. */
  function guarded<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  function lookIn(milliseconds: number): void {
    cancelTimer();
    cancelTimer = clock.after(Math.min(milliseconds, longestPauseMs), look);
  }

  /** Begins every call that may begin, and sees to it that it is called again in time. */
  function look(): void {
    cancelTimer();
    if (running) {
      const now = clock.now();
      const claims = guarded(() => ledger.claimDue(now, gate.limit(now) - underWay.size, leaseMs));
      for (const claimed of claims ?? []) {
        // A clock set forward ends leases early: the call is still under way, and its answer counts.
        if (!underWay.has(claimed.uuid)) void carry(claimed);
      }
      if (claims === undefined) lookIn(pauseAfterErrorMs);
      else lookWhenNextIsDue(now);
    }
    if (underWay.size === 0) rest();
  }

  function lookWhenNextIsDue(now: number): void {
    // With as many calls under way as may be, the first that ends looks again.
    if (underWay.size > 0 && underWay.size >= gate.limit(now)) return;
    const dueAt = guarded(() => ledger.nextWakeAt());
    if (dueAt === undefined) return;
    const pause = Math.max(dueAt, gate.opensAt ?? 0) - now;
    // Nothing waits so long: the clock was set back.
    const hurried = pause > delays.longest && hurry(now) > 0;
    lookIn(hurried ? 0 : pause);
  }

  /** What held the queue does no longer; whatever waits is due. Answers how many that brought forward. */
  function hurry(now: number): number {
    gate.open();
    return guarded(() => ledger.hurry(now)) ?? 0;
  }

  function rest(): void {
    guarded(() => ledger.checkpoint());
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const resolve of waiters) resolve();
  }

  /** One call, from claim to settled row. Never rejects. */
  function carry(claimed: Claimed): Promise<void> {
    const call = callAndSettle(claimed).finally(() => {
      underWay.delete(claimed.uuid);
      look();
    });
    underWay.set(claimed.uuid, call);
    guarded(() => onChange(claimed.uuid));
    return call;
  }

  async function callAndSettle(claimed: Claimed): Promise<void> {
    let outcome: Outcome;
    try {
      outcome = await send(claimed);
    } catch (error) {
      onError(error);
      outcome = { kind: 'unknown', why: 'no-answer' };
    }
    guarded(() => settle(claimed, outcome));
    guarded(() => onChange(claimed.uuid));
  }

  function settle(claimed: Claimed, outcome: Outcome): void {
    const now = clock.now();
    const { attempts, mode, dueAt } = claimed;
    const decision = decide(outcome, { attempts, mode, dueAt, now, random });
    const outageOver = gate.note(outcome, decision, now);
    const cleared = outcome.kind === 'accepted' ? outcome.clearedInvoice : undefined;
    // The authority's copy is kept even if its QR cannot be read.
    const clearedQr = cleared && guarded(() => readQr?.(cleared));
    ledger.settle(claimed, outcome, decision, now, clearedQr);
    if (outageOver) ledger.hurry(now);
  }

  return {
    get connection() {
      return gate.connection;
    },
    start(alone = true) {
      if (running) return;
      running = true;
      if (alone) guarded(() => ledger.releaseClaims(clock.now()));
      look();
    },
    async stop() {
      running = false;
      cancelTimer();
      await Promise.all(underWay.values());
    },
    wake(reason) {
      if (!running) return;
      if (reason !== undefined) hurry(clock.now());
      lookIn(0); // not at once: whoever wakes us has a customer waiting for an answer
    },
    async sendNow(uuid) {
      const call = underWay.get(uuid);
      if (call !== undefined) return call;
      const claimed = ledger.claim(uuid, clock.now(), leaseMs);
      if (claimed !== undefined) await carry(claimed);
    },
    idle() {
      return new Promise((resolve) => {
        idleWaiters.push(resolve);
        look();
      });
    },
  };
}
