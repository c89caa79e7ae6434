import { proveBalances } from '../../main/books/corrections/proof/prove-balances.ts';
import type { Ledger } from '../../main/books/ledger/ledger.ts';
import { makeShop } from '../books/corrections/shop.ts';
import { createRandom } from '../crash/random.ts';
import { ledgerInMemory } from '../support/new-ledger.ts';
import { Difference, kinds, play, type Step, type Terminal } from './story.ts';

export const stepsPerStory = 25;
const choicesPerStep = 40;

/** A terminal that does something else than the law says. */
export interface Fault {
  readonly name: string;
  readonly ledger?: (ledger: Ledger) => Ledger;
  readonly terminal?: (terminal: Terminal) => Terminal;
}

/** Returns the steps that a seed chooses. */
export function stepsOf(seed: string, many: number): Step[] {
  const random = createRandom(seed);
  return Array.from({ length: many }, () => ({
    what: random.pick(kinds),
    choices: Array.from({ length: choicesPerStep }, () => random.whole(0, 1_000_000)),
  }));
}

/** Plays the story of a seed on a new terminal. @returns the difference that it found, in its shortest story */
export function findDifference(seed: string, fault?: Fault): Difference | undefined {
  const steps = stepsOf(seed, stepsPerStory);
  const found = differenceOf(steps, fault);
  return found === undefined ? undefined : shortest(steps, found, fault);
}

function differenceOf(
  steps: readonly Step[],
  { ledger: lie, terminal }: Partial<Fault> = {},
): Difference | undefined {
  const ledger = ledgerInMemory();
  try {
    const shop = makeShop(lie?.(ledger) ?? ledger);
    const told = play(terminal?.(shop) ?? shop, steps);
    const [finding] = proveBalances(ledger.documents);
    return finding && new Difference(`the proof of balances finds ${JSON.stringify(finding)}`, told);
  } catch (error) {
    if (error instanceof Difference) return error;
    throw error;
  } finally {
    ledger.close();
  }
}

/** Half a minute and more on a busy machine; a longer search shortens little. */
const mostTries = 500;

/** Leaves out steps and choices, as long as the same kind of difference is found. */
function shortest(given: readonly Step[], found: Difference, fault?: Fault): Difference {
  let [steps, difference, tries] = [given, found, 0];
  const attempt = (shorter: readonly Step[]) => {
    tries += 1;
    const other = tries > mostTries || fault !== undefined ? undefined : differenceOf(shorter);
    if (other === undefined || kindOf(other) !== kindOf(found)) return;
    steps = shorter;
    difference = other;
  };
  for (let size = given.length; size >= 1; size = Math.floor(size / 2))
    for (let at = steps.length - size; at >= 0; at -= size) attempt(steps.toSpliced(at, size));
  for (const place of given.keys())
    for (let choice = 0; choice < choicesPerStep; choice += 1) {
      const step = steps[place];
      if (step !== undefined && step.choices[choice] !== 0)
        attempt(steps.with(place, { ...step, choices: step.choices.with(choice, 0) }));
    }
  return difference;
}

/** Returns the difference in words, without its numbers. */
const kindOf = ({ message }: Difference) => message.split('\n')[0]?.replaceAll(/-?\d+/g, 'N');
