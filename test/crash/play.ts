import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkShop } from './check-shop.ts';
import { type Disaster, disasters } from './disasters/index.ts';
import { endAll } from './process.ts';
import { createRandom, type Random } from './random.ts';
import { restart } from './restart.ts';
import { openShop } from './shop.ts';

/*
 * The rounds of the laboratory. A shop lives for some rounds, from its onboarding on; in each one disaster strikes, the
 * shop gets up again, and everything is checked. All that is decided, is decided by the seed.
 */

/** A shop's rounds share its folder: a disaster also meets what the one before left. */
export const roundsPerShop = ({ each, leftOut }: Pick<PlayOptions, 'each' | 'leftOut'>) =>
  each === true ? eachOnce(leftOut).length : 8;

/** The plan of a shop that meets each disaster once. */
const eachOnce = (leftOut: readonly string[]) =>
  disasters.filter(({ name, partOf }) => partOf === undefined && !leftOut.includes(name));

/** The share of later rounds with a deadline. */
const oneOfLastIsDeadline = 0.4;

export interface Played {
  readonly round: number;
  readonly disaster: string;
  readonly problems: readonly string[];
  readonly milliseconds: number;
  /** Receipts that customers of the shop have, all in all. */
  readonly receipts: number;
}

export interface PlayOptions {
  readonly seed: string;
  /** The first round; the first of a shop, or that shop cannot be what it was. */
  readonly from: number;
  readonly rounds: number;
  /** This disaster alone, after each shop's onboarding. */
  readonly only?: string | undefined;
  readonly folder: string;
  /**
   * Plays each disaster once in a shop's life, in the order of the list and mixed with others where possible, instead
   * of at random.
   */
  readonly each?: boolean;
  /** Disasters this machine cannot have. */
  readonly leftOut: readonly string[];
  /** Folders of shops in which all went well stay too. */
  readonly keep: boolean;
  /** Ends it in the midst of a round, which then counts for nothing; no process and no mount is left behind. */
  readonly signal?: AbortSignal;
  readonly onRound: (played: Played) => void;
  readonly onFault: (fault: string, times: number) => void;
}

/** Plays until the rounds are over or one fails. @returns the folder of the shop in which one failed */
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
    // Done first, since the victims would start others.
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
