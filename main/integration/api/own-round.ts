import type { Clock } from '../../base/platform/clock.ts';

/** Waits until all earlier readers are done and other work has been able to run. */
export type OwnRound = () => Promise<void>;

/**
 * The number of rounds of the event loop between two readers. In a round sales are read from their connections and
 * issued, but at most one new connection is accepted.
 */
const roundsBetween = 16;
/** The longest wait in milliseconds: while sales come without a pause, a page could take minutes. */
const longestRest = 20;

/** Runs reads one after the other, so that a sale waits for only a few of them. */
export function createOwnRound(clock: Pick<Clock, 'monotonic'>): OwnRound {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => rest(clock));
    return last;
  };
}

async function rest(clock: Pick<Clock, 'monotonic'>): Promise<void> {
  const until = clock.monotonic() + longestRest;
  for (let round = 0; round < roundsBetween && clock.monotonic() < until; round += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}
