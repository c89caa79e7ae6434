import type { Outcome } from '../gateway/outcome.ts';
import type { Decision } from '../ledger/submission.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { backOff, type Timings } from './retry.ts';

/** What the last call said of the way to the authority. */
export type Connection = 'unknown' | 'online' | 'offline' | 'refused';

/**
 * Why the whole queue is held. outage: no answer, or a broken one · busy: the gateway asked for time · credential: 401
 * or 403 · request: it refuses every request, whatever the document (a version that it no longer takes, for instance).
 */
export type PauseReason = 'outage' | 'busy' | 'credential' | 'request';

/** So many calls in a row that came to nothing are an outage, not the bad luck of one document. */
const outage = 3;
/** So many requests refused in a row, of different documents, are no fault of theirs. */
const sameRefusals = 3;

/** Calls for what is urgent that may be under way at once while the queue is held. */
const urgentAtOnce = 2;

/** One call that has ended. */
export interface EndedCall {
  readonly uuid: string;
  readonly outcome: Outcome;
  readonly decision: Decision;
  /** By the clock that goes evenly, milliseconds. */
  readonly begunAt: number;
  readonly endedAt: number;
}

/**
 * Lets through as many calls as the way to the authority bears: as many as it answers well while it answers; one now
 * and then, ever more seldom, while it is away, busy, or refuses all of them.
 */
export interface CircuitBreaker {
  readonly connection: Connection;
  /** Why it is held now; undefined when it is open. */
  readonly hold: PauseReason | undefined;
  /** Milliseconds since 1970 before which nothing goes that is not urgent; undefined when nothing is held back. */
  readonly opensAt: number | undefined;
  /** How many calls may begin now beside so many under way. */
  room(now: number, underWay: number): number;
  /** The same for what is urgent, while the queue is held: see DueOrder. */
  roomForUrgent(underWay: number): number;
  /** When the next call may begin for the sake of a gateway that bears only so many in a time, milliseconds since 1970. */
  readonly nextBeginsAt: number;
  /**
   * How many documents are worth having at hand for the moment when calls end, so that none waits for the disk: as many
   * as go at once, and none while the queue is held or goes one by one.
   */
  readonly ahead: number;
  /** Calls begin now. */
  begin(now: number): void;
  /** Whether, after this outcome for this document, it looks as if every request would be refused like this one. */
  refusesAll(outcome: Outcome, uuid: string): boolean;
  /** Takes in what a call came to. True when what held the queue has just ended. */
  note(call: EndedCall, now: number): boolean;
  /** Forgets what held it: something has changed. */
  open(): void;
}

export function createCircuitBreaker(atMost: number, profile: Timings, random: () => number): CircuitBreaker {
  const { retry } = profile;
  const throttle = createConcurrencyLimiter(atMost);
  let connection: Connection = 'unknown';
  let inVain = 0;
  /** Documents whose requests were refused since the last one that was not. */
  const refused = new Set<string>();
  let held: { why: PauseReason; until: number; since: number } | undefined;
  let lastBegan = Number.NEGATIVE_INFINITY;

  const nextBeginsAt = () => lastBegan + throttle.gapMs;

  /** Holds the queue until then, or as long as it is held already. */
  function hold(why: PauseReason, until: number, since: number): void {
    held = { why, until: Math.max(until, held?.until ?? 0), since };
  }

  return {
    get connection() {
      return connection;
    },
    get hold() {
      return held?.why;
    },
    get opensAt() {
      return held?.until;
    },
    get nextBeginsAt() {
      return nextBeginsAt();
    },
    room(now, underWay) {
      if (held !== undefined) return now < held.until ? 0 : Math.max(0, 1 - underWay);
      // A clock set back must not make a gap of years.
      const early = now < nextBeginsAt() && now >= lastBegan;
      if (early) return 0;
      const room = Math.max(0, throttle.limit - underWay);
      return throttle.gapMs > 0 ? Math.min(room, 1) : room;
    },
    roomForUrgent(underWay) {
      const mayPass = held?.why === 'outage' || held?.why === 'busy';
      return mayPass ? Math.max(0, urgentAtOnce - underWay) : 0;
    },
    get ahead() {
      return held !== undefined || throttle.gapMs > 0 || throttle.limit < 2 ? 0 : throttle.limit;
    },
    begin(now) {
      lastBegan = now;
    },
    refusesAll(outcome, uuid) {
      if (outcome.kind !== 'request-refused') return false;
      const { httpStatus } = outcome.answer;
      // The version is the same for all documents (406); the size is each one's own (413).
      if (httpStatus === 406 || held?.why === 'request') return true;
      return httpStatus !== 413 && new Set(refused).add(uuid).size >= sameRefusals;
    },
    note({ uuid, outcome, decision, begunAt, endedAt }, now) {
      connection = connectionAfter(outcome);
      if (outcome.kind === 'credential-refused') {
        hold('credential', now + retry.refused, endedAt);
        return false;
      }
      if (outcome.kind === 'request-refused') {
        if (outcome.answer.httpStatus !== 413) refused.add(uuid);
        if (decision.state === 'waiting') hold('request', now + retry.refused, endedAt);
        return false;
      }
      if (outcome.kind === 'unknown') {
        const busy = outcome.why === 'rate-limited' || outcome.retryAfterMs !== undefined;
        throttle.overloaded(begunAt, endedAt, busy);
        inVain += 1;
        // Sooner than the document of the call: what may be wrong with that one alone must not hold up the others.
        const pause = backOff(inVain - 1, retry.outage, retry, random);
        const asked = outcome.retryAfterMs === undefined ? 0 : (decision.nextAt ?? 0);
        // What refused every call is not mended by a call without an answer.
        const refusal = held?.why === 'credential' || held?.why === 'request' ? held.why : undefined;
        // What the gateway asks of one call it means for all; the decision has weighed it against the deadline.
        hold(refusal ?? (busy ? 'busy' : 'outage'), Math.max(now + pause, asked), endedAt);
        return false;
      }
      throttle.answered(endedAt - begunAt);
      // A good answer to a call that began before the gateway asked for time takes nothing back.
      if (held !== undefined && held.why !== 'outage' && begunAt < held.since) return false;
      const over = inVain >= outage || held?.why === 'credential' || held?.why === 'request';
      inVain = 0;
      refused.clear();
      held = undefined;
      return over;
    },
    open() {
      inVain = 0;
      refused.clear();
      held = undefined;
    },
  };
}

function connectionAfter(outcome: Outcome): Connection {
  if (outcome.kind === 'credential-refused') return 'refused';
  if (outcome.kind !== 'unknown') return 'online';
  // What cannot be read may come from a captive portal or a proxy: not from the authority.
  return outcome.answer === undefined || outcome.why === 'unreadable' ? 'offline' : 'online';
}
