import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Shop } from '../shop.ts';
import type { KillPlan, KillPoint } from '../till/till-messages.ts';

/** One kind of disaster, which may leave the shop in any state. */
export interface Disaster {
  readonly name: string;
  /** The disaster's probability relative to the others. */
  readonly weight: number;
  /**
   * The only place in a shop's life where it can happen. It is `first` when it needs a shop without a credential, and
   * `last` when it changes the shop's clock.
   */
  readonly place?: 'first' | 'last';
  readonly needsSmallDisk?: boolean;
  /** The disaster that includes this one. */
  readonly partOf?: 'everything';
  strike(shop: Shop, random: Random): Promise<void>;
}

/** Waits for a time that may be shorter than a timer's resolution of one millisecond. */
export async function moment(random: Random, mostMs: number): Promise<void> {
  const milliseconds = random.next() * mostMs;
  if (milliseconds >= 1) await pause(milliseconds);
  const until = performance.now() + (milliseconds % 1);
  while (performance.now() < until);
}

/** The number of milliseconds that a till may take to reach its kill point. */
const longestWaitMs = 3_000;

/**
 * Kills the first till at, or shortly after, a point of its work.
 * @returns a promise that resolves when it is dead
 */
export async function dieAt(shop: Shop, random: Random, point: KillPoint, mostNth: number): Promise<void> {
  const killPlan: KillPlan = {
    point,
    nth: random.whole(1, mostNth),
    effect: random.chance(0.5) ? 'die' : 'report',
  };
  const told = shop.till.next('at');
  shop.till.order({ do: 'kill-plan', killPlan });
  shop.till.order(shop.sellOn(random.pick([0, 0, 2, 10])));
  // The till may never reach the point: nothing is sent on a wire that does not answer.
  await Promise.race([told, shop.till.gone, pause(longestWaitMs)]);
  await moment(random, 4);
  await shop.till.kill();
}

/** Adds faults to the wire in about half of all cases. */
export function troubleTheWire(shop: Shop, random: Random, share = random.pick([0, 0, 0.1, 0.3])): void {
  if (share > 0) shop.wire.misbehave(random.branch('wire'), share);
}

/** Kills a till repeatedly during its start, at random moments. */
export async function dieInStart(shop: Shop, random: Random, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const till = shop.startTill();
    await till.next('opening');
    await moment(random, 250);
    await till.kill();
  }
}
