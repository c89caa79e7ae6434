import { within } from './process.ts';
import type { Random } from './random.ts';

/** The tasks of an external program. It runs several at a time, and tries each until it succeeds. */
export interface Workload {
  /** Starts this many more tasks. */
  begin(count: number, random: Random): void;
  /** Resolves when all started tasks are done. */
  finish(): Promise<void>;
}

/** The number of simultaneous requests of one program. */
const atOnce = 3;

export interface WorkloadOptions {
  readonly whose: string;
  /** Runs one task from its first attempt to its end; never rejects. */
  readonly run: (number: number, random: Random) => Promise<void>;
  /** Returns the last answer, to explain a task that does not end. */
  readonly lastAnswer: () => string;
}

export function createWorkload({ whose, run, lastAnswer }: WorkloadOptions): Workload {
  const waiting: (() => Promise<void>)[] = [];
  const underWay = new Set<Promise<void>>();
  let begun = 0;

  function next(): void {
    while (underWay.size < atOnce) {
      const task = waiting.shift();
      if (task === undefined) return;
      const done = task().finally(() => {
        underWay.delete(done);
        next();
      });
      underWay.add(done);
    }
  }

  return {
    begin(count, random) {
      for (let left = count; left > 0; left -= 1) {
        const number = begun;
        begun += 1;
        waiting.push(() => run(number, random.branch(`task ${number}`)));
      }
      next();
    },
    async finish() {
      while (underWay.size > 0) {
        const finished = () =>
          `${whose}, ${underWay.size + waiting.length} tasks left, the last answer: ${lastAnswer()}`;
        await within(finished, Promise.race(underWay));
      }
    },
  };
}
