import type { Connection } from '../../../shared/status.ts';
import { pauseAfter } from '../../base/platform/back-off.ts';
import type { Decision } from '../../books/ledger/documents/submission.ts';
import type { Outcome } from '../../gateway/outcome.ts';
import type { CallSpacing } from './call-spacing.ts';
import { createCredentialRefusals } from './credential-refusals.ts';
import { createPause, type Hold, type PauseReason } from './pause.ts';
import { backOffUpTo, type Timings } from './retry.ts';

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
  /** The time of the monotonic clock in milliseconds. */
  readonly begunAt: number;
  readonly endedAt: number;
}

/**
 * Allows as many calls as the authority can handle. While it answers, these are as many as it answers well; while it is
 * unreachable, busy, or refuses all calls, a single call at growing intervals.
 */
export function createCircuitBreaker(
  spacing: CallSpacing,
  { retry }: Timings,
  random: () => number,
  /** Called when a pause for all programs begins, is longer, or ends here. */
  onHold: (hold: Hold | undefined) => void = () => undefined,
) {
  let connection: Connection = 'unknown';
  const pause = createPause(onHold);
  const faults = createFaults(pause, spacing, retry, random);
  const { refusals, credentialRefusals } = faults;

  /** No call has failed since the last common obstacle was gone. */
  let answersAll = true;

  function clear(hasEndedPause: boolean): void {
    answersAll ||= hasEndedPause;
    faults.clear();
  }
  function reset(hasEndedPause = true): void {
    clear(hasEndedPause);
    pause.end();
  }

  return {
    get connection(): Connection {
      return connection;
    },
    /** The reason for the pause; undefined when the queue is not paused. */
    get pauseReason(): PauseReason | undefined {
      return pause.current?.reason;
    },
    /** The time until which only urgent documents are sent, in milliseconds since 1970; undefined without a pause. */
    get pausedUntil(): number | undefined {
      return pause.current?.until;
    },
    /**
     * Returns true while nothing says that one document has an obstacle of its own: after a common obstacle until a call
     * fails, and while the gateway refuses every call alike.
     */
    get keepsOrder(): boolean {
      return pause.isRefusal || (answersAll && pause.current === undefined);
    },
    ...roomOf(pause, spacing),
    /** Returns the milliseconds until the next call after a refusal of the credential. */
    afterRefusal: ({ begunAt }: Pick<CallResult, 'begunAt'>) =>
      credentialRefusals.next(!pause.isLaterThan(begunAt)).waitMs,
    /** Takes over the pause that another program has begun, or ended. Returns true when one ended here. */
    adopt(hold: Hold | undefined, since: number): boolean {
      const hasEnded = pause.adopt(hold, since);
      if (hold?.reason === 'credential') connection = 'refused';
      if (hasEnded && connection === 'refused') connection = 'unknown';
      if (hasEnded) clear(true);
      return hasEnded;
    },
    /** Returns true when this outcome for this document suggests that every request would be refused. */
    refusesAll: (outcome: Outcome, uuid: string) =>
      outcome.kind === 'request-refused' &&
      (pause.current?.reason === 'request' || refusals.concernAll(outcome.answer.httpStatus, uuid)),
    /** Learns from the result of a call. Returns true when the call has just ended a pause. */
    record(call: CallResult, now: number) {
      const { outcome, begunAt, endedAt } = call;
      connection = connectionAfter(outcome);
      if (faults.noteRefusal(call, now)) return false;
      if (outcome.kind === 'unknown') {
        answersAll = false;
        faults.noteNoAnswer(outcome, call, now);
        return false;
      }
      credentialRefusals.noteLetIn();
      spacing.answered(endedAt - begunAt);
      // A good answer to a call that began before the gateway asked for time does not end the pause.
      if (pause.current?.reason !== 'outage' && pause.isLaterThan(begunAt)) return false;
      const hasEndedPause = faults.areAnOutage || pause.isRefusal;
      reset(hasEndedPause);
      return hasEndedPause;
    },
    reset: () => reset(),
  };
}

/** Pauses the queue for calls that were refused or not answered, and counts these. */
function createFaults(
  pause: ReturnType<typeof createPause>,
  spacing: CallSpacing,
  retry: Timings['retry'],
  random: () => number,
) {
  let failures = 0;
  const refusals = createRefusals();
  const credentialRefusals = createCredentialRefusals(retry);

  /** Notes a refused call. Returns false if the call was not refused. */
  function noteRefusal({ uuid, outcome, decision, begunAt, endedAt }: CallResult, now: number): boolean {
    if (outcome.kind === 'credential-refused') {
      const isFurther = !pause.isLaterThan(begunAt);
      const { isAccident, waitMs } = credentialRefusals.next(isFurther);
      credentialRefusals.note(isFurther);
      pause.begin(isAccident ? 'outage' : 'credential', now + waitMs, endedAt);
      return true;
    }
    if (outcome.kind !== 'request-refused') return false;
    refusals.add(outcome.answer.httpStatus, uuid);
    if (decision.state === 'waiting') pause.begin('request', now + retry.refused, endedAt);
    return true;
  }

  function noteNoAnswer(outcome: NoAnswer, { decision, begunAt, endedAt }: CallResult, now: number): void {
    spacing.overloaded(begunAt, endedAt, isBusy(outcome));
    failures += 1;
    // The pause of the queue is shorter than that of the document: a fault of that document alone must not delay the
    // others.
    const wait = pauseAfter(failures - 1, backOffUpTo(retry.outage, retry), random);
    // The gateway tells one call to wait but means all; the decision has already considered the deadline.
    const requestedAt = outcome.retryAfterMs === undefined ? 0 : (decision.nextAt ?? 0);
    pause.begin(reasonAfter(outcome, pause), Math.max(now + wait, requestedAt), endedAt);
  }

  return {
    refusals,
    credentialRefusals,
    get areAnOutage(): boolean {
      return failures >= failuresOfAnOutage;
    },
    noteRefusal,
    noteNoAnswer,
    clear(): void {
      failures = 0;
      credentialRefusals.clear();
      refusals.clear();
    },
  };
}

/** Returns the functions for the number of calls that may begin. */
function roomOf(pause: ReturnType<typeof createPause>, spacing: CallSpacing) {
  return {
    room(now: number, underWay: number): number {
      if (pause.current === undefined) return spacing.room(now, underWay);
      return now < pause.current.until ? 0 : Math.max(0, 1 - underWay);
    },
    /** Returns the number of calls for urgent documents that may begin while the queue is paused, see DueOrder. */
    roomForUrgent(underWay: number): number {
      const reason = pause.current?.reason;
      const mayPass = reason === 'outage' || reason === 'busy';
      return mayPass ? Math.max(0, urgentAtOnce - underWay) : 0;
    },
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

function reasonAfter(outcome: NoAnswer, pause: ReturnType<typeof createPause>): PauseReason {
  // A call without an answer does not show that the reason for refusing every call is gone.
  if (pause.current !== undefined && pause.isRefusal) return pause.current.reason;
  return isBusy(outcome) ? 'busy' : 'outage';
}

function connectionAfter(outcome: Outcome): Connection {
  if (outcome.kind === 'credential-refused') return 'refused';
  if (outcome.kind !== 'unknown') return 'online';
  // An unreadable answer may come from a captive portal or a proxy, not from the authority.
  if (outcome.answer === undefined || outcome.why === 'unreadable') return 'offline';
  // A gateway that asks for time is working, and says when to call again.
  return outcome.why === 'rate-limited' ? 'online' : 'failing';
}
