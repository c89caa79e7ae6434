import { within } from './process.ts';
import type { Random } from './random.ts';

/** Errands of a program outside: some at a time, each tried until it is done. */
export interface Workload {
  /** Starts this many more. */
  begin(count: number, random: Random): void;
  /** Resolves when all that were begun are done. */
  finish(): Promise<void>;
}

/** Requests of one program at once. */
const atOnce = 3;

export interface WorkloadOptions {
  readonly whose: string;
  /** One task, from its first attempt to its end; never rejects. */
  readonly run: (number: number, random: Random) => Promise<void>;
  /** The last answer, to explain a task that does not end. */
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
        const said = () =>
          `${whose}, ${underWay.size + waiting.length} tasks left, the last answer: ${lastAnswer()}`;
        await within(said, Promise.race(underWay));
      }
    },
  };
}
