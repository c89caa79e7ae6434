/**
 * Writes in groups: what arrives in one iteration of the event loop is committed together, so that a disk that needs
 * milliseconds for each sync still stores hundreds of events a second. Each caller waits for the commit with its event.
 */
export function groupCommit<T>(commit: (items: readonly T[]) => void): (item: T) => Promise<void> {
  let waiting: { item: T; done: PromiseWithResolvers<void> }[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    try {
      commit(group.map(({ item }) => item));
      for (const { done } of group) done.resolve();
    } catch (error) {
      for (const { done } of group) done.reject(error);
    }
  }

  return (item) => {
    if (waiting.length === 0) setImmediate(flush);
    const done = Promise.withResolvers<void>();
    waiting.push({ item, done });
    return done.promise;
  };
}
