import { fail, type Issue } from '../../../../shared/failure.ts';
import { type Halalas, halalasToText } from '../../../../shared/values/money.ts';

/** Throws a failure. @throws FailureError `bad-input` with this one issue */
export function refuse(path: Issue['path'], code: string, message: string, params?: Issue['params']): never {
  return fail('bad-input', { issues: [{ path, code, message, ...(params && { params }) }] });
}

/**
 * Refuses a credit note that would fit if the authority had accepted a debit note.
 * @param number of the debit note
 * @param most the halalas that may be taken until then
 * @throws FailureError `bad-input` `debit-not-accepted`
 */
export function refuseUntilAccepted(number: string, most: Halalas): never {
  const limit = halalasToText(Math.max(0, most));
  return refuse(
    ['lines'],
    'debit-not-accepted',
    `must be at most ${limit} until the authority accepts ${number}`,
    { limit, number },
  );
}
