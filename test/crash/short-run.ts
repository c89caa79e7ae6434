import { rmSync } from 'node:fs';
import { newFolder } from '../support/khatm.ts';
import { disasters } from './disasters/index.ts';
import { type Played, play } from './play.ts';
import { canMountSmallDisk } from './small-disk.ts';

/** Disasters that this machine cannot play. */
export const leftOut = canMountSmallDisk()
  ? []
  : disasters.filter(({ needsSmallDisk }) => needsSmallDisk).map(({ name }) => name);

/**
 * Plays rounds of the laboratory in a separate folder, which is kept after a failure.
 * @param each true to play every disaster once, in order, instead of a random choice
 * @param without the disasters that are left out
 */
export async function playRounds(
  seed: string,
  rounds: number,
  each: boolean,
  without: readonly string[] = leftOut,
): Promise<Played[]> {
  const played: Played[] = [];
  const folder = newFolder('laboratory');
  const failedIn = await play({
    seed,
    from: 0,
    rounds,
    each,
    folder,
    leftOut: without,
    keep: false,
    onRound: (one) => played.push(one),
    onFault: () => undefined,
  });
  if (failedIn === undefined) rmSync(folder, { recursive: true, force: true });
  return played;
}

/** Returns the faults found, each with its round and disaster. */
export const problemsOf = (played: readonly Played[]): string[] =>
  played.flatMap(({ round, disaster, problems }) => problems.map((each) => `${round} ${disaster}: ${each}`));
