import type { OutboxLimits } from '../../books/ledger/chain/outbox.ts';
import { wholeBatch } from './pack-batch.ts';

/*
 * Sizes batches so that each is sent well within the minute that a request may take: batches shrink on a slow
 * connection, and grow again when it is fast.
 */

/** The number of milliseconds for one post: above `wanted` the batches shrink, below `quick` they grow. */
const slow = 20_000;
const wanted = 12_000;
const quick = 5_000;
/** A post without an answer for this long was too large for its connection. */
const lost = 30_000;
/** The smallest limit for the characters of a batch; a single row is sent even if it is longer. */
const smallest = 16 * 1024;

export function createBatchSize() {
  let share = 1;
  const least = smallest / wholeBatch.characters;
  const scale = (factor: number) => {
    share = Math.min(1, Math.max(least, share * factor));
  };
  return {
    get limits(): OutboxLimits {
      const { rows, characters } = wholeBatch;
      return { rows: Math.max(1, Math.floor(rows * share)), characters: Math.floor(characters * share) };
    },
    /** Notes a post that the office answered. */
    arrived(milliseconds: number): void {
      if (milliseconds > slow) scale(wanted / milliseconds);
      else if (milliseconds < quick) scale(2);
    },
    /** Notes a post that got no answer. */
    failed(milliseconds: number): void {
      if (milliseconds > lost) scale(1 / 4);
    },
    /** For an office that refused the last batch because of its size. */
    halve: () => scale(1 / 2),
  };
}
