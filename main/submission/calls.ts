import type { Clock } from '../clock.ts';
import type { Outcome } from '../gateway/outcome.ts';
import type { Claimed } from '../ledger/submission-queue.ts';

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

/** The calls to the authority that are under way; one for a document at a time. */
export interface Calls {
  readonly size: number;
  /** The call for this document, if one is under way: resolves when it is settled. */
  of(uuid: string): Promise<void> | undefined;
  /** Begins a call; the answer resolves when it is settled. Never rejects. */
  begin(claimed: Claimed): Promise<void>;
  /** Those that ended since this was last asked; they are under way no longer. */
  takeEnded(): readonly EndedCall[];
  /** Resolves when all that are under way now are settled. */
  allSettled(): Promise<void>;
}

export function createCalls(options: {
  readonly send: (claimed: Claimed) => Promise<Outcome>;
  readonly clock: Clock;
  readonly onEnd: () => void;
  readonly onError: (error: unknown) => void;
}): Calls {
  const { send, clock, onEnd, onError } = options;
  const underWay = new Map<string, Promise<void>>();
  let ended: EndedCall[] = [];

  async function outcomeOf(claimed: Claimed): Promise<Outcome> {
    try {
      return await send(claimed);
    } catch (error) {
      onError(error);
      return { kind: 'unknown', why: 'no-answer' };
    }
  }

  return {
    get size() {
      return underWay.size;
    },
    of: (uuid) => underWay.get(uuid),
    begin(claimed) {
      const begunAt = clock.monotonic();
      const call = new Promise<void>((settled) => {
        void outcomeOf(claimed).then((outcome) => {
          ended.push({ claimed, outcome, begunAt, endedAt: clock.monotonic(), settled });
          onEnd();
        });
      });
      underWay.set(claimed.uuid, call);
      return call;
    },
    takeEnded() {
      const taken = ended;
      ended = [];
      for (const { claimed } of taken) underWay.delete(claimed.uuid);
      return taken;
    },
    async allSettled() {
      await Promise.all(underWay.values());
    },
  };
}
