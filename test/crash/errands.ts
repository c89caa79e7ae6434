import type { Random } from './random.ts';

/** Errands of a program outside: some at a time, each tried until it is done. */
export interface Errands {
  /** Begins so many more. */
  begin(count: number, random: Random): void;
  /** Resolves when all that were begun are done. */
  finish(): Promise<void>;
}

/** Of one program, at once. */
const atOnce = 3;

/** @param run one errand, from its first try to its end; never rejects */
export function createErrands(run: (number: number, random: Random) => Promise<void>): Errands {
  const waiting: (() => Promise<void>)[] = [];
  const underWay = new Set<Promise<void>>();
  let begun = 0;

  function next(): void {
    while (underWay.size < atOnce) {
      const errand = waiting.shift();
      if (errand === undefined) return;
      const done = errand().finally(() => {
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
        waiting.push(() => run(number, random.branch(`errand ${number}`)));
      }
      next();
    },
    async finish() {
      while (underWay.size > 0) await Promise.race(underWay);
    },
  };
}
