import type { Clock } from '../../base/platform/clock.ts';
import type { Jobs } from '../../base/platform/job-runner.ts';
import type { Claimed } from '../../books/ledger/documents/submission.ts';
import type { Outcome } from '../../gateway/outcome.ts';
import type { CallResult } from './circuit-breaker.ts';

/** A call that has ended and whose row is not written yet. */
export interface EndedCall extends Pick<CallResult, 'outcome' | 'begunAt' | 'endedAt'> {
  readonly claimed: Claimed;
  /** Called once its row is written, to end its job. */
  readonly written: () => void;
}

export function createInFlight(options: {
  readonly send: (claimed: Claimed) => Promise<Outcome>;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly onEnd: (call: EndedCall) => void;
  readonly onError: (error: unknown) => void;
}) {
  const { send, clock, jobs, onEnd, onError } = options;
  let count = 0;

  async function outcomeOf(claimed: Claimed): Promise<Outcome> {
    try {
      return await send(claimed);
    } catch (error) {
      onError(error);
      return { kind: 'unknown', why: 'no-answer' };
    }
  }

  async function call(claimed: Claimed, written: () => void): Promise<void> {
    const begunAt = clock.monotonic();
    count += 1;
    const outcome = await outcomeOf(claimed);
    count -= 1;
    onEnd({ claimed, outcome, begunAt, endedAt: clock.monotonic(), written });
  }

  return {
    get count() {
      return count;
    },
    begin(claimed: Claimed) {
      void call(claimed, jobs.begin(claimed.uuid));
    },
  };
}
