import { createRandom } from '../../crash/random.ts';
import { changes } from './changes.ts';
import { openTills } from './tills.ts';

export interface Played {
  /** The number of changes of each kind that were made and used. */
  readonly counts: Readonly<Record<string, number>>;
  /** A line for each use of an old value. */
  readonly stale: readonly string[];
}

/**
 * Makes random changes in one of two processes, and uses each in the other one with its next call.
 * @param amount the number of changes; the first ones are one of each kind
 */
export async function playChanges(
  seed: string,
  amount: number,
  onDone: (done: number) => void = () => {},
): Promise<Played> {
  const tills = await openTills();
  const counts: Record<string, number> = {};
  const stale: string[] = [];
  const kinds = Object.entries(changes);
  try {
    for (let done = 0; done < amount; done += 1) {
      const random = createRandom(`${seed} / ${done}`);
      const [kind, change] = kinds[done] ?? random.pick(kinds);
      const [one, two] = tills.tills;
      const [by, other] = random.chance(0.5) ? [one, two] : [two, one];
      const found = await change({ by, other, tills, random }).catch(String);
      if (found !== undefined) stale.push(`${done}: ${kind}, changed by ${by.name}: ${found}`);
      counts[kind] = (counts[kind] ?? 0) + 1;
      onDone(done + 1);
    }
  } finally {
    await tills.close();
  }
  return { counts, stale };
}
