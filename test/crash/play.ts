import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkShop } from './checks/check-shop.ts';
import { type Disaster, disasters } from './disasters/index.ts';
import { endAll } from './process.ts';
import { createRandom, type Random } from './random.ts';
import { restart } from './restart.ts';
import { openShop } from './shop.ts';

/*
 * The rounds of the laboratory. A shop lives for several rounds and begins with onboarding; in each round a disaster
 * strikes, the shop restarts, and everything is checked. The seed determines all random choices.
 */

/** The number of rounds that share a shop's folder, so that a disaster also meets the remains of earlier ones. */
export const roundsPerShop = ({ each, leftOut }: Pick<PlayOptions, 'each' | 'leftOut'>) =>
  each === true ? eachOnce(leftOut).length : 8;

/** Returns the plan of a shop that meets each disaster once. */
const eachOnce = (leftOut: readonly string[]) =>
  disasters.filter(({ name, partOf }) => partOf === undefined && !leftOut.includes(name));

/** The probability that a shop's last round plays a disaster that can only be last. */
const oneOfLastIsDeadline = 0.4;

export interface Played {
  readonly round: number;
  readonly disaster: string;
  readonly problems: readonly string[];
  readonly milliseconds: number;
  /** The number of receipts that the shop's customers have so far. */
  readonly receipts: number;
}

export interface PlayOptions {
  readonly seed: string;
  /** The first round to play; it must be the first of a shop, because a shop's state depends on its earlier rounds. */
  readonly from: number;
  readonly rounds: number;
  /** The only disaster to play after each shop's onboarding. */
  readonly only?: string | undefined;
  readonly folder: string;
  /**
   * Plays each disaster once in a shop's life, in the order of the list and combined where possible, instead of at
   * random.
   */
  readonly each?: boolean;
  /** Disasters that this machine cannot play. */
  readonly leftOut: readonly string[];
  /** Keeps the folders of shops that passed too. */
  readonly keep: boolean;
  /** Ends the play in the middle of a round, which then does not count. No process and no mount remains. */
  readonly signal?: AbortSignal;
  readonly onRound: (played: Played) => void;
  readonly onFault: (fault: string, times: number) => void;
}

/**
 * Plays rounds until all are over or one fails.
 * @returns the folder of the shop that failed, or undefined
 */
export async function play(options: PlayOptions): Promise<string | undefined> {
  const { from, rounds, signal } = options;
  const end = from + rounds;
  const perShop = roundsPerShop(options);
  for (let first = from; first < end && !signal?.aborted; first += perShop) {
    const failed = await playShop(options, first, Math.min(end, first + perShop));
    if (failed !== undefined) return failed;
  }
  return undefined;
}

async function playShop(options: PlayOptions, first: number, end: number): Promise<string | undefined> {
  const { seed, folder, keep, signal, onRound, onFault } = options;
  const plan = Array.from({ length: roundsPerShop(options) }, (_, index) =>
    draw(options, first + index, index),
  );
  const name = `shop-${first}`;
  const place = path.join(folder, name);
  mkdirSync(place, { recursive: true });
  const shop = await openShop({
    folder: place,
    name,
    random: createRandom(`${seed} / ${name}`),
    smallDisk: plan.some(({ needsSmallDisk }) => needsSmallDisk),
    compileCache: path.join(folder, 'compiled'),
  });
  const cut = Promise.withResolvers<readonly string[]>();
  signal?.addEventListener('abort', () => cut.resolve([]), { once: true });
  let failed = false;
  try {
    for (let round = first; round < end && !failed && !signal?.aborted; round += 1) {
      const disaster = plan[round - first] as Disaster;
      const begunAt = performance.now();
      const problems = await Promise.race([strike(shop, disaster, randomOf(seed, round)), cut.promise]);
      if (signal?.aborted) break;
      failed = problems.length > 0;
      const milliseconds = Math.round(performance.now() - begunAt);
      onRound({ round, disaster: disaster.name, problems, milliseconds, receipts: shop.books.receipts.size });
    }
  } finally {
    // All processes end first, since some of them would start others.
    if (signal?.aborted) await endAll();
    for (const [fault, times] of shop.wire.struck) onFault(fault, times);
    await shop.close(failed || keep);
  }
  if (!failed && !keep) rmSync(place, { recursive: true, force: true });
  return failed ? place : undefined;
}

async function strike(
  shop: Awaited<ReturnType<typeof openShop>>,
  disaster: Disaster,
  random: Random,
): Promise<string[]> {
  try {
    await disaster.strike(shop, random);
    await restart(shop);
    return await checkShop(shop);
  } catch (error) {
    return [error instanceof Error ? `${error.message}` : String(error)];
  }
}

const randomOf = (seed: string, round: number) => createRandom(`${seed} / round ${round}`);

/** Chooses the disaster of a round. */
function draw(options: PlayOptions, round: number, place: number): Disaster {
  const { seed, only, each, leftOut } = options;
  const random = randomOf(seed, round).branch('disaster');
  const possible = disasters.filter(({ name }) => !leftOut.includes(name));
  if (each === true) return eachOnce(leftOut)[place] as Disaster;
  if (place === 0)
    return pick(
      random,
      possible.filter((each) => each.place === 'first'),
    );
  const isLast = place === roundsPerShop(options) - 1;
  if (only !== undefined) {
    const wanted = possible.filter(({ name, place: where }) => name === only && (where !== 'last' || isLast));
    if (wanted.length > 0) return pick(random, wanted);
  }
  if (isLast && only === undefined && random.chance(oneOfLastIsDeadline))
    return pick(
      random,
      possible.filter((each) => each.place === 'last'),
    );
  return pick(
    random,
    possible.filter((each) => each.place === undefined),
  );
}

function pick(random: Random, from: readonly Disaster[]): Disaster {
  return random.pick(from.flatMap((disaster) => Array.from({ length: disaster.weight }, () => disaster)));
}
