import { fail, refuseInput } from '../../../shared/failure.ts';
import type { Head } from '../ledger/documents/entry.ts';

/*
 * A backup cannot know what was issued after it. If the machine died and its vault with it, nothing else knows either,
 * so the person who has the receipts is asked for the last number. A chain has no gaps: each document has the hash of
 * the previous one. So a backup without the last document cannot be continued, not even from a later number.
 */

/** The number that stands for "no document was ever given". */
export const noNumber = '0';

/**
 * Compares the newest document of a backup with the last number that was given to a customer, by the person.
 * @throws FailureError `receipts-after` for a later number (detail: `number` here, `last`); `bad-input` at `last` for
 * one that cannot be the last
 */
export function checkLastNumber(head: Pick<Head, 'number'> | undefined, last: string): void {
  const number = head?.number ?? noNumber;
  if (last === number) return;
  const [here, given] = [partsOf(number), partsOf(last)];
  const isSameSeries = head === undefined || given?.prefix === here?.prefix;
  if (given === undefined || !isSameSeries || given.counter <= (here?.counter ?? 0))
    refuseInput(['last'], 'backup-last', 'is neither the number of its newest document nor a later one', {
      number,
    });
  fail('receipts-after', { detail: { number, last } });
}

/** Returns the parts of a number such as `T1-000004`; undefined when it does not end in digits. */
function partsOf(number: string): { prefix: string; counter: number } | undefined {
  const { prefix = '', counter } = /^(?<prefix>.*?)(?<counter>\d+)$/.exec(number)?.groups ?? {};
  return counter === undefined ? undefined : { prefix, counter: Number(counter) };
}
