import type { Claimed, Settlement } from '../../books/ledger/documents/submission.ts';
import { cutForStorage } from '../../gateway/answer-body.ts';
import type { Outcome } from '../../gateway/outcome.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { EndedCall } from './in-flight.ts';
import { decideRetry, type Timings } from './retry.ts';

/** Readers of the authority's copies; an error in one is reported and does not affect the settlement. */
export interface CopyReaders {
  /** Checks that the authority's copy is of the document that was sent; true by default. */
  readonly isCopyOf?: ((clearedInvoice: Uint8Array, xml: Uint8Array) => boolean) | undefined;
}

export interface SettleCallOptions extends CopyReaders {
  readonly breaker: CircuitBreaker;
  readonly profile: Timings;
  /** Returns a uniform random number from [0, 1). */
  readonly random: () => number;
  readonly guarded: <T>(work: () => T) => T | undefined;
}

export interface SettledCall {
  readonly settlement: Settlement;
  readonly endsPause: boolean;
}

export function createSettleCall(options: SettleCallOptions) {
  const { breaker, profile, random, guarded, isCopyOf } = options;

  /** Does not accept an acceptance that has the copy of another document. */
  function withOwnCopy(outcome: Outcome, claimed: Claimed): Outcome {
    if (outcome.kind !== 'accepted' || outcome.clearedInvoice === undefined) return outcome;
    const { clearedInvoice, answer, status } = outcome;
    // A copy that cannot even be read proves nothing either.
    const isOurs = guarded(() => isCopyOf?.(clearedInvoice, claimed.xml) ?? true) ?? false;
    return isOurs ? outcome : { kind: 'unknown', why: 'unreadable', answer: cutForStorage(answer), status };
  }

  return (call: Omit<EndedCall, 'written'>, now: number): SettledCall => {
    const { claimed, outcome: received, begunAt, endedAt } = call;
    const outcome = withOwnCopy(received, claimed);
    const { uuid, attempts, mode, issuedAt, dueAt } = claimed;
    const allRefused = breaker.refusesAll(outcome, uuid);
    const afterRefusal = breaker.afterRefusal(call);
    const decision = decideRetry(
      outcome,
      { attempts, mode, issuedAt, dueAt, now, random, allRefused, afterRefusal },
      profile,
    );
    const endsPause = breaker.record({ uuid, outcome, decision, begunAt, endedAt }, now);
    return { settlement: { claimed, outcome, decision, at: now }, endsPause };
  };
}
