import { fail, refuseInput } from '../../../shared/failure.ts';
import { withLatinDigits } from '../../../shared/values/arabic-digits.ts';
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
  const [here, given] = [partsOf(number), partsOf(last)];
  const isSameSeries = given?.prefix === here?.prefix;
  if (isSameSeries && given?.counter === here?.counter) return;
  if (given === undefined || (head !== undefined && last !== noNumber && !isSameSeries))
    refuseInput(['last'], 'backup-last-form', 'is no whole number as it is printed', { number });
  if (given.counter <= (here?.counter ?? 0))
    refuseInput(['last'], 'backup-last', 'is neither the number of its newest document nor a later one', {
      number,
    });
  fail('receipts-after', { detail: { number, last } });
}

/** Returns the parts of a number such as `T1-000004`, typed as anybody would; undefined when it does not end in digits. */
function partsOf(number: string): { prefix: string; counter: number } | undefined {
  const typed = withLatinDigits(number.trim());
  const { prefix = '', counter } = /^(?<prefix>.*?)(?<counter>\d+)$/.exec(typed)?.groups ?? {};
  return counter === undefined ? undefined : { prefix: prefix.toUpperCase(), counter: Number(counter) };
}
