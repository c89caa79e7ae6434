import type { Connection } from '../../../shared/status.ts';
import { pauseAfter } from '../../base/platform/back-off.ts';
import type { Decision } from '../../books/ledger/documents/submission.ts';
import type { Outcome } from '../../gateway/outcome.ts';
import type { CallSpacing } from './call-spacing.ts';
import { backOffUpTo, type Timings } from './retry.ts';

/**
 * The reason why the whole queue is paused. outage: no answer, or a broken one · busy: the gateway asked for time ·
 * credential: 401 or 403 · request: it refuses every request for any document (for instance because it no longer
 * accepts the version).
 */
export type PauseReason = 'outage' | 'busy' | 'credential' | 'request';

/** The number of successive calls without an answer that count as an outage; fewer may be chance. */
const failuresOfAnOutage = 3;
/**
 * The number of successive refused requests, for different documents, after which the fault cannot be the documents'.
 */
const sameRefusals = 3;

/** The version is the same for all documents (406), but each has its own size (413). */
const wrongVersion = 406;
const tooLarge = 413;

/** The number of simultaneous calls for urgent documents while the queue is paused. */
const urgentAtOnce = 2;

export interface CallResult {
  readonly uuid: string;
  readonly outcome: Outcome;
  readonly decision: Decision;
  readonly begunAt: number;
  readonly endedAt: number;
}

interface Pause {
  readonly reason: PauseReason;
  /** The time in milliseconds since 1970. */
  readonly until: number;
  readonly since: number;
}

/**
 * Allows as many calls as the authority can handle. While it answers, these are as many as it answers well; while it is
 * unreachable, busy, or refuses all calls, a single call at growing intervals.
 */
export function createCircuitBreaker(spacing: CallSpacing, { retry }: Timings, random: () => number) {
  let connection: Connection = 'unknown';
  let failures = 0;
  const refusals = createRefusals();
  let pause: Pause | undefined;

  /** Pauses the queue until this time, or until the end of the present pause if that is later. */
  function pauseFor(reason: PauseReason, until: number, since: number): void {
    pause = { reason, until: Math.max(until, pause?.until ?? 0), since };
  }

  function reset(): void {
    failures = 0;
    refusals.clear();
    pause = undefined;
  }

  return {
    get connection(): Connection {
      return connection;
    },
    /** The reason for the pause; undefined when the queue is not paused. */
    get pauseReason(): PauseReason | undefined {
      return pause?.reason;
    },
    /** The time until which only urgent documents are sent, in milliseconds since 1970; undefined without a pause. */
    get pausedUntil(): number | undefined {
      return pause?.until;
    },
    room(now: number, underWay: number) {
      if (pause === undefined) return spacing.room(now, underWay);
      return now < pause.until ? 0 : Math.max(0, 1 - underWay);
    },
    /** Returns the number of calls for urgent documents that may begin while the queue is paused, see DueOrder. */
    roomForUrgent(underWay: number) {
      const mayPass = pause?.reason === 'outage' || pause?.reason === 'busy';
      return mayPass ? Math.max(0, urgentAtOnce - underWay) : 0;
    },
    /** Returns true when this outcome for this document suggests that every request would be refused. */
    refusesAll: (outcome: Outcome, uuid: string) =>
      outcome.kind === 'request-refused' &&
      (pause?.reason === 'request' || refusals.concernAll(outcome.answer.httpStatus, uuid)),
    /** Learns from the result of a call. Returns true when the call has just ended a pause. */
    record(call: CallResult, now: number) {
      const { uuid, outcome, begunAt, endedAt } = call;
      connection = connectionAfter(outcome);
      if (outcome.kind === 'credential-refused') {
        pauseFor('credential', now + retry.refused, endedAt);
        return false;
      }
      if (outcome.kind === 'request-refused') {
        refusals.add(outcome.answer.httpStatus, uuid);
        if (call.decision.state === 'waiting') pauseFor('request', now + retry.refused, endedAt);
        return false;
      }
      if (outcome.kind === 'unknown') {
        spacing.overloaded(begunAt, endedAt, isBusy(outcome));
        failures += 1;
        // The pause of the queue is shorter than that of the document: a fault of that document alone must not delay
        // the others.
        const wait = pauseAfter(failures - 1, backOffUpTo(retry.outage, retry), random);
        // The gateway tells one call to wait but means all; the decision has already considered the deadline.
        const requestedAt = outcome.retryAfterMs === undefined ? 0 : (call.decision.nextAt ?? 0);
        pauseFor(reasonAfter(outcome, pause), Math.max(now + wait, requestedAt), endedAt);
        return false;
      }
      spacing.answered(endedAt - begunAt);
      // A good answer to a call that began before the gateway asked for time does not end the pause.
      if (pause !== undefined && pause.reason !== 'outage' && begunAt < pause.since) return false;
      const hasEndedPause = failures >= failuresOfAnOutage || isRefusal(pause);
      reset();
      return hasEndedPause;
    },
    reset,
  };
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/** Creates the list of documents whose requests were refused since the last one that was not. */
function createRefusals() {
  const refused = new Set<string>();
  return {
    add(httpStatus: number, uuid: string) {
      if (httpStatus !== tooLarge) refused.add(uuid);
    },
    /** Returns true when a request refused with this status would be refused for every document. */
    concernAll(httpStatus: number, uuid: string) {
      if (httpStatus === wrongVersion) return true;
      return httpStatus !== tooLarge && new Set(refused).add(uuid).size >= sameRefusals;
    },
    clear: () => refused.clear(),
  };
}

type NoAnswer = Extract<Outcome, { kind: 'unknown' }>;

const isBusy = ({ why, retryAfterMs }: NoAnswer): boolean =>
  why === 'rate-limited' || retryAfterMs !== undefined;

function reasonAfter(outcome: NoAnswer, pause: Pause | undefined): PauseReason {
  // A call without an answer does not show that the reason for refusing every call is gone.
  if (isRefusal(pause)) return pause.reason;
  return isBusy(outcome) ? 'busy' : 'outage';
}

function isRefusal(pause: Pause | undefined): pause is Pause {
  return pause?.reason === 'credential' || pause?.reason === 'request';
}

function connectionAfter(outcome: Outcome): Connection {
  if (outcome.kind === 'credential-refused') return 'refused';
  if (outcome.kind !== 'unknown') return 'online';
  // An unreadable answer may come from a captive portal or a proxy, not from the authority.
  if (outcome.answer === undefined || outcome.why === 'unreadable') return 'offline';
  // A gateway that asks for time is working, and says when to call again.
  return outcome.why === 'rate-limited' ? 'online' : 'failing';
}
