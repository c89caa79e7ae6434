import type { Outcome } from '../gateway/outcome.ts';
import type { Decision } from '../ledger/submission-queue.ts';
import { backOff, delays } from './retry.ts';

/** What the last call said of the way to the authority. */
export type Connection = 'unknown' | 'online' | 'offline' | 'refused';

/** So many calls in a row that came to nothing are an outage, not the bad luck of one document. */
const outage = 3;

/**
 * Holds back the whole queue of an environment while calls come to nothing: a gateway that is away, busy or refuses the
 * credential is asked with one document at a time, ever more seldom, instead of with all that wait.
 */
export interface Gate {
  readonly connection: Connection;
  /** Calls that may be under way at once now. */
  limit(now: number): number;
  /** Milliseconds since 1970 before which nothing goes; undefined when nothing is held back. */
  readonly opensAt: number | undefined;
  /** Takes in what a call came to. True when an outage has just ended. */
  note(outcome: Outcome, decision: Decision, now: number): boolean;
  /** Forgets what held it: something has changed. */
  open(): void;
}

export function createGate(concurrency: number, random: () => number): Gate {
  let connection: Connection = 'unknown';
  let inVain = 0;
  let opensAt: number | undefined;

  return {
    get connection() {
      return connection;
    },
    get opensAt() {
      return opensAt;
    },
    limit(now) {
      if (opensAt === undefined) return concurrency;
      return now < opensAt ? 0 : 1;
    },
    note(outcome, decision, now) {
      const wasRefused = connection === 'refused';
      connection = connectionAfter(outcome);
      if (outcome.kind === 'credential-refused') {
        opensAt = now + delays.refused;
        return false;
      }
      if (outcome.kind === 'unknown') {
        inVain += 1;
        // A buyer may be waiting for a clearance, so that its rhythm is the slowest for the first sign of life.
        const pause = backOff(inVain, delays.clearanceAtFirst, random);
        // What the gateway asks of one call it means for all; the decision has weighed it against the deadline.
        opensAt = Math.max(now + pause, outcome.retryAfterMs === undefined ? 0 : (decision.nextAt ?? 0));
        return false;
      }
      // What a refusal held back waits for minutes too.
      const over = inVain >= outage || wasRefused;
      inVain = 0;
      opensAt = undefined;
      return over;
    },
    open() {
      inVain = 0;
      opensAt = undefined;
    },
  };
}

function connectionAfter(outcome: Outcome): Connection {
  if (outcome.kind === 'credential-refused') return 'refused';
  if (outcome.kind !== 'unknown') return 'online';
  // What cannot be read may come from a captive portal or a proxy: not from the authority.
  return outcome.answer === undefined || outcome.why === 'unreadable' ? 'offline' : 'online';
}
