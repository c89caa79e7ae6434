import { riyadhText } from '../../../base/platform/riyadh-time.ts';
import { noNumber } from '../../../books/backup/last-number.ts';
import { answerFromPerson } from '../secrets-from-outside.ts';
import { UsageError } from '../usage-error.ts';

/** The newest document, with its time in milliseconds since 1970. */
interface Newest {
  readonly number: string;
  readonly issuedAt: number;
}

/**
 * Asks for the number of the last document that was given to a customer, which no copy of the records can know.
 * @param place the records, in words
 * @throws UsageError with the same question if nobody can answer
 */
export async function askLastNumber(newest: Newest | undefined, place: string): Promise<string> {
  const here =
    newest === undefined
      ? `there is no invoice in ${place}`
      : `the last invoice in ${place} is ${newest.number} of ${riyadhText(newest.issuedAt)} in Riyadh`;
  console.error(`khatm: ${here}. Were invoices or receipts given after it, here or on a copy of this till?`);
  const last = (await answerFromPerson(`Number of the last one that was given (${noNumber}: none)`))?.trim();
  if (last) return last;
  throw new UsageError(
    'say with --last NUMBER which invoice or receipt was the last that was given; nothing was changed',
  );
}
