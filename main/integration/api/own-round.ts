/** Waits for the next round of the event loop for which nobody waits yet. */
export type OwnRound = () => Promise<void>;

/**
 * Lets readers go one after the other, each in a round of the event loop of its own. Between two of them sales are read
 * from their connections and sealed, so that a sale waits for one reader at most, however many there are.
 */
export function createOwnRound(): OwnRound {
  let last = Promise.resolve();
  return () => {
    last = last.then(
      () =>
        new Promise((resolve) => {
          setImmediate(resolve);
        }),
    );
    return last;
  };
}
