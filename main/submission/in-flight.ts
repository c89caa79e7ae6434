import type { Outcome } from '../gateway/outcome.ts';
import type { Claimed } from '../ledger/submission.ts';
import type { Clock } from '../platform/clock.ts';

/** A call that has ended and is not settled yet. */
export interface EndedCall {
  readonly claimed: Claimed;
  readonly outcome: Outcome;
  /** By the clock that goes evenly, milliseconds. */
  readonly begunAt: number;
  readonly endedAt: number;
  /** To be called once its row is written. */
  readonly settled: () => void;
}

/** The calls to the authority: one for a document at a time. */
export interface InFlight {
  /** On the wire now. */
  readonly underWay: number;
  /** On the wire, or ended and not settled yet. */
  readonly unsettled: number;
  /** The call for this document, if there is one that is not settled: resolves when it is. */
  of(uuid: string): Promise<void> | undefined;
  begin(claimed: Claimed): void;
  /** Resolves when all there are now are settled. */
  allSettled(): Promise<void>;
}

export function createInFlight(options: {
  readonly send: (claimed: Claimed) => Promise<Outcome>;
  readonly clock: Clock;
  readonly onEnd: (call: EndedCall) => void;
  readonly onError: (error: unknown) => void;
}): InFlight {
  const { send, clock, onEnd, onError } = options;
  const unsettled = new Map<string, Promise<void>>();
  let underWay = 0;

  async function outcomeOf(claimed: Claimed): Promise<Outcome> {
    try {
      return await send(claimed);
    } catch (error) {
      onError(error);
      return { kind: 'unknown', why: 'no-answer' };
    }
  }

  return {
    get underWay() {
      return underWay;
    },
    get unsettled() {
      return unsettled.size;
    },
    of: (uuid) => unsettled.get(uuid),
    begin(claimed) {
      const begunAt = clock.monotonic();
      underWay += 1;
      const call = new Promise<void>((resolve) => {
        const settled = () => {
          unsettled.delete(claimed.uuid);
          resolve();
        };
        void outcomeOf(claimed).then((outcome) => {
          underWay -= 1;
          onEnd({ claimed, outcome, begunAt, endedAt: clock.monotonic(), settled });
        });
      });
      unsettled.set(claimed.uuid, call);
    },
    async allSettled() {
      await Promise.all(unsettled.values());
    },
  };
}
