/** Waits until all who asked before are through and others had room to act. */
export type OwnRound = () => Promise<void>;

/**
 * Rounds of the event loop between two readers. In a round sales are read from their connections and sealed, but one new
 * connection at most is taken.
 */
const roundsBetween = 16;

/** Lets readers go one after the other, so that a sale waits for a few of them at most, however many there are. */
export function createOwnRound(): OwnRound {
  let last = Promise.resolve();
  return () => {
    last = last.then(rest);
    return last;
  };
}

async function rest(): Promise<void> {
  for (let round = 0; round < roundsBetween; round += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}
