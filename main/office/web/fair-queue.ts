/**
 * Makes a queue for work that one thread does piece by piece. It serves people by turns: somebody who asks for many pieces waits
 * for their own, and keeps nobody else waiting for longer than the piece in progress.
 */
export function createFairQueue() {
  /** The waiting pieces by person, in the order in which the people came or were served. */
  const waiting = new Map<number, (() => Promise<void>)[]>();
  let isBusy = false;
  let served: number | undefined;

  async function proceed(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    while (waiting.size > 0) {
      const next = [...waiting.keys()].find((person) => person !== served) ?? served ?? 0;
      const [piece, ...rest] = waiting.get(next) ?? [];
      served = next;
      waiting.delete(next);
      if (rest.length > 0) waiting.set(next, rest);
      await piece?.();
    }
    isBusy = false;
  }

  return <T>(person: number, work: () => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const piece = () => work().then(resolve, reject);
    waiting.set(person, [...(waiting.get(person) ?? []), piece]);
    void proceed();
    return promise;
  };
}
