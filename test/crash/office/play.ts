import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { officeFolder } from '../../office/office.ts';
import { endAll } from '../process.ts';
import { createRandom, type Random } from '../random.ts';
import { checkHouse } from './check-house.ts';
import { type OfficeDisaster, officeDisasters } from './disasters.ts';
import { type House, openHouse } from './house.ts';

/*
 * This module plays the rounds of the laboratory for head offices. A house of tills lives for some rounds; in each a
 * disaster strikes, everything is fixed, and the office is compared with the tills. The seed determines the choices.
 */

export const roundsPerHouse = 10;
const tillsPerHouse = 3;

export interface OfficeRound {
  readonly round: number;
  readonly disaster: string;
  readonly problems: readonly string[];
  readonly milliseconds: number;
  /** The number of documents that the house has so far. */
  readonly documents: number;
}

export interface OfficePlay {
  readonly seed: string;
  /** The first round to play, which must be the first of a house. */
  readonly from: number;
  readonly rounds: number;
  /** The only disaster to play. */
  readonly only?: string | undefined;
  readonly signal?: AbortSignal;
  readonly onRound: (played: OfficeRound) => void;
}

/**
 * Plays rounds until all are over or one fails.
 * @returns the folder of the house that failed, or undefined
 */
export async function playOffice(play: OfficePlay): Promise<string | undefined> {
  const end = play.from + play.rounds;
  for (let first = play.from; first < end && !play.signal?.aborted; first += roundsPerHouse) {
    const failed = await playHouse(play, first, Math.min(end, first + roundsPerHouse));
    if (failed !== undefined) return failed;
  }
  return undefined;
}

async function playHouse(play: OfficePlay, first: number, end: number): Promise<string | undefined> {
  const { seed, signal, onRound } = play;
  const folder = officeFolder();
  const cut = Promise.withResolvers<readonly string[]>();
  signal?.addEventListener('abort', () => cut.resolve([]), { once: true });
  let failed = false;
  let house: House | undefined;
  try {
    house = await openHouse({
      folder: path.join(folder, 'house'),
      tills: tillsPerHouse,
      seed: `${seed} / house ${first}`,
    });
    for (let round = first; round < end && !failed && !signal?.aborted; round += 1) {
      const random = createRandom(`${seed} / office ${round}`);
      const disaster = choose(random.branch('disaster'), play.only);
      const begunAt = performance.now();
      const isLast = round === end - 1;
      const problems = await Promise.race([strike(house, disaster, random, isLast), cut.promise]);
      if (signal?.aborted) break;
      failed = problems.length > 0;
      const milliseconds = Math.round(performance.now() - begunAt);
      const documents = house.tills.reduce((sum, { receipts }) => sum + receipts.size, 0);
      onRound({ round, disaster: disaster.name, problems, milliseconds, documents });
    }
  } finally {
    if (signal?.aborted) await endAll();
    await house?.close();
  }
  if (failed) return folder;
  rmSync(folder, { recursive: true, force: true });
  return undefined;
}

function choose(random: Random, only: string | undefined): OfficeDisaster {
  const possible = officeDisasters.filter(({ name }) => only === undefined || name === only);
  return random.pick(possible.flatMap((each) => Array.from({ length: each.weight }, () => each)));
}

async function strike(
  house: House,
  disaster: OfficeDisaster,
  random: Random,
  isLast: boolean,
): Promise<string[]> {
  try {
    await disaster.strike(house, random);
    await house.heal();
    await house.drain();
    if (isLast) await untilVerified(house);
    return await checkHouse(house);
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}

/** Waits until the office has verified the stamps of all documents. */
async function untilVerified({ office, tenant }: House): Promise<void> {
  await office.withDatabase(async (database) => {
    for (let looks = 0; looks < 600; looks += 1) {
      const { rows } = await database.within({ tenant }, (client) =>
        client.query<{ behind: string; wrong: string }>(
          `SELECT count(*) FILTER (WHERE verified_icv < icv) AS behind, count(wrong_icv) AS wrong FROM chain`,
        ),
      );
      if (Number(rows[0]?.wrong) > 0) throw new Error('a stamp does not hold');
      if (Number(rows[0]?.behind) === 0) return;
      await pause(100);
    }
    throw new Error('stamps are not verified');
  });
}
