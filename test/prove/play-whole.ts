import type { Proof, Run } from './proofs.ts';
import type { Results } from './results.ts';

/* Plays proofs whole: what was played before a stop is not played again, nor what passed before a failure. */

export interface WholePlay {
  readonly proofs: Readonly<Record<string, Pick<Proof, 'runs' | 'missing'>>>;
  readonly results: Results;
  readonly newSeed: () => string;
  /** True to begin with new seeds, even if a play was stopped. */
  readonly isNew: boolean;
  /** The number of runs that are played at the same time. */
  readonly atOnce: number;
  /** Returns true when no further run may begin. */
  readonly isStopped: () => boolean;
  /** Plays a run, and adds its result unless it was interrupted. */
  readonly play: (name: string, seed: string, run: Run) => Promise<unknown>;
  readonly say: (line: string) => void;
}

/** @returns `passed` or `failed` if all was played, otherwise `stopped` */
export async function playWhole(
  names: readonly string[],
  { proofs, results, newSeed, isNew, atOnce, isStopped, play, say }: WholePlay,
): Promise<'passed' | 'failed' | 'stopped'> {
  const all = names.flatMap((name) => {
    const proof = proofs[name];
    const missing = proof === undefined ? 'no such proof' : proof.missing?.();
    if (proof === undefined || missing !== undefined) {
      say(`LEFT OUT: ${name}: ${missing}`);
      return [];
    }
    const seed = (isNew ? undefined : results.seedOf(name)) ?? newSeed();
    results.setSeed(name, seed);
    return [{ name, seed, runs: proof.runs(seed) }];
  });
  const left = all.flatMap(({ name, seed, runs }) => {
    const todo = runs.filter((run) => !results.hasPassed(name, seed, run.name));
    say(`${name}, seed ${seed}: ${todo.length} of ${runs.length} runs to play`);
    return todo.map((run) => ({ name, seed, run }));
  });
  const playNext = async () => {
    while (!isStopped()) {
      const next = left.shift();
      if (next === undefined) return;
      await play(next.name, next.seed, next.run);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, playNext));

  const hasPassed = ({ name, seed, runs }: (typeof all)[number]) =>
    runs.every((run) => results.hasPassed(name, seed, run.name));
  const isOver = all.every(({ name, seed, runs }) => runs.every((run) => results.has(name, seed, run.name)));
  if (!isOver) return 'stopped';
  // The next play has new seeds, except for what failed, which is played again until it passes.
  for (const one of all) if (hasPassed(one)) results.setSeed(one.name, undefined);
  return all.every(hasPassed) ? 'passed' : 'failed';
}
