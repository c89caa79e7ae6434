/**
 * Writes in groups: events that arrive in one iteration of the event loop are committed together. So a disk that needs
 * milliseconds for each sync still stores hundreds of events a second. Each caller waits for the commit that contains
 * its event.
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
