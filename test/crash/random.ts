import { createHash } from 'node:crypto';

/** A random generator that gives the same numbers for the same seed. */
export interface Random {
  /** Returns a number in [0, 1), evenly distributed. */
  next(): number;
  /** Returns a whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** Returns true with this probability. */
  chance(of1: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Returns an independent generator, whose draws do not affect this one. */
  branch(name: string): Random;
}

/** Creates an SFC32 generator (Chris Doty-Humphrey), its state taken from the seed's SHA-256. */
export function createRandom(seed: string): Random {
  const state = new Uint32Array(4);
  const digest = createHash('sha256').update(seed).digest();
  for (let index = 0; index < state.length; index += 1) state[index] = digest.readUInt32LE(index * 4);

  function next(): number {
    const [a = 0, b = 0, c = 0, counter = 0] = state;
    const result = (a + b + counter) >>> 0;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + result;
    state[3] = counter + 1;
    return result / 2 ** 32;
  }

  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    chance: (of1) => next() < of1,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('nothing to pick from');
      return from[whole(0, from.length - 1)] as T;
    },
    branch: (name) => createRandom(`${seed} / ${name}`),
  };
}
