import { createRandom } from '../../crash/random.ts';
import { newSeed } from './chance.ts';

/*
 * The extent of the long tests. `npm test` plays a twentieth of the files called `*.long.test.ts`.
 * `npm run test:stress` plays these and the files called `*.stress.test.ts`, but of the long ones only a part, which the
 * seed of the run chooses. `npm run prove` plays everything.
 */

const { KHATM_STRESS: effort } = process.env;

/** True in `npm run prove`, which plays every case. */
export const isWhole = effort === 'whole';

/** True in `npm run test:stress` and `npm run prove`. */
export const isLong = effort !== undefined;

/**
 * Returns all rounds in `npm run prove`, a part of them in `npm run test:stress`, and otherwise a twentieth, but at
 * least one.
 * @param part the number for `npm run test:stress`
 */
export function rounds(whole: number, part = Math.ceil(whole / 3)): number {
  if (isWhole) return whole;
  return isLong ? part : Math.max(1, Math.ceil(whole / 20));
}

/** Returns one of every `many` cases, starting with the first. The long tests have all of them. */
export function oneIn<T>(many: number, cases: readonly T[]): readonly T[] {
  return isLong ? cases : cases.filter((_, index) => index % many === 0);
}

/**
 * Returns one of every `many` cases, which the seed of the run draws from each group of neighbours. `npm run prove` has
 * all of them.
 */
export function drawnFrom<T>(many: number, cases: readonly T[]): readonly T[] {
  return isWhole ? cases : drawn(many, cases, newSeed());
}

/** Draws one of every `many` neighbours. */
export function drawn<T>(many: number, cases: readonly T[], seed: string): readonly T[] {
  const random = createRandom(`${seed} / cases`);
  const groups = Array.from({ length: Math.ceil(cases.length / many) }, (_, group) =>
    cases.slice(group * many, (group + 1) * many),
  );
  return groups.map((group) => random.pick(group));
}
