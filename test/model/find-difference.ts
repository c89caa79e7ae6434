import { randomUUID } from 'node:crypto';
import { proveBalances } from '../../main/books/corrections/proof/prove-balances.ts';
import { refuseOtherStandIn } from '../../main/books/corrections/stand-in.ts';
import type { Ledger } from '../../main/books/ledger/ledger.ts';
import { createDrawer } from '../../main/till/shift/drawer.ts';
import { fail } from '../../shared/failure.ts';
import { makeShop } from '../books/corrections/shop.ts';
import { createRandom } from '../crash/random.ts';
import { ledgerInMemory } from '../support/new-ledger.ts';
import { byCashier } from '../support/run/callers.ts';
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

/** Plays the steps of a story. @returns the difference that it found */
type Stage = (steps: readonly Step[]) => Promise<Difference | undefined>;

/** Plays each story in this process, on a new ledger in memory. */
export const inOneProcess =
  ({ ledger: lie, terminal }: Partial<Fault> = {}): Stage =>
  async (steps) => {
    const ledger = ledgerInMemory();
    try {
      const shop = inProcess(lie?.(ledger) ?? ledger);
      const told = await differenceIn(() => play(terminal?.(shop) ?? shop, steps));
      if (told instanceof Difference) return told;
      const [finding] = proveBalances(ledger.documents);
      return finding && new Difference(`the proof of balances finds ${JSON.stringify(finding)}`, told);
    } finally {
      ledger.close();
    }
  };

/** Returns what a story uses of a terminal that is not more than its ledger. */
export function inProcess(ledger: Ledger): Terminal {
  const shop = makeShop(ledger);
  const { documents, standIns } = ledger;
  const drawer = createDrawer(ledger, shop.clock);
  drawer.open(randomUUID(), byCashier, 0);
  return {
    ...shop,
    drawer,
    issue: (sale, replaced) => shop.issue(sale, replaced),
    standsFor: (rejected, accepted) =>
      void standIns.say(() => {
        const entry = documents.get(accepted) ?? fail('not-found');
        const old = documents.get(rejected) ?? fail('not-found');
        const now = shop.clock.now();
        refuseOtherStandIn(entry, old, { documents, standIns, now });
        return { rejected, entry, actor: 'Mona', now };
      }),
  };
}

/** Plays each story through the entry points of one terminal, after those before it. */
export const throughEntryPoints =
  ({ terminal }: { readonly terminal: Terminal }): Stage =>
  async (steps) => {
    stories += 1;
    const told = await differenceIn(() => play(terminal, steps, `S${stories} `));
    return told instanceof Difference ? told : undefined;
  };

/** Other systems' numbers are those of one story. */
let stories = 0;

async function differenceIn<T>(work: () => Promise<T>): Promise<T | Difference> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Difference) return error;
    throw error;
  }
}

/**
 * Plays the story of a seed.
 * @param mostTries shorter stories that are tried: half a minute and more on a busy machine; more would shorten little
 * @returns the difference that it found, in its shortest story
 */
export async function findDifference(
  seed: string,
  stage: Stage = inOneProcess(),
  mostTries = 500,
): Promise<Difference | undefined> {
  const steps = stepsOf(seed, stepsPerStory);
  const found = await stage(steps);
  return found && shortest(steps, { found, stage, mostTries });
}

/** Leaves out steps and choices, as long as the same kind of difference is found. */
async function shortest(
  given: readonly Step[],
  { found, stage, mostTries }: { found: Difference; stage: Stage; mostTries: number },
): Promise<Difference> {
  let [steps, difference, tries] = [given, found, 0];
  const attempt = async (shorter: readonly Step[]) => {
    tries += 1;
    const other = tries > mostTries ? undefined : await stage(shorter);
    if (other === undefined || kindOf(other) !== kindOf(found)) return;
    steps = shorter;
    difference = other;
  };
  for (let size = given.length; size >= 1; size = Math.floor(size / 2))
    for (let at = steps.length - size; at >= 0; at -= size) await attempt(steps.toSpliced(at, size));
  for (const place of given.keys())
    for (let choice = 0; choice < choicesPerStep; choice += 1) {
      const step = steps[place];
      if (step !== undefined && step.choices[choice] !== 0)
        await attempt(steps.with(place, { ...step, choices: step.choices.with(choice, 0) }));
    }
  return difference;
}

/** Returns the difference in words, without its numbers. */
const kindOf = ({ message }: Difference) => message.split('\n')[0]?.replaceAll(/-?\d+/g, 'N');
