import type { Person } from '../../../shared/contract/people/people.ts';
import { FailureError } from '../../../shared/failure.ts';
import type { AuditAction } from '../../books/ledger/audit/audit-actions.ts';
import type { People } from './people.ts';

interface CheckPinOptions {
  readonly people: Pick<People, 'list' | 'wait' | 'isShortLocked' | 'check'>;
  readonly audit: (actor: string, action: AuditAction) => void;
}

/**
 * Checks a PIN. Only guesses that were checked are audited, so that guesses which have to wait cannot fill the log.
 * @throws FailureError as `People.check`
 */
export async function checkPin(
  { people, audit }: CheckPinOptions,
  { name, pin, refused }: { name: string; pin: string; refused: 'sign-in-refused' | 'pin-refused' },
): Promise<Person> {
  const isKnown = people.list().some((person) => person.name === name);
  const isChecked = people.wait(name) === 0 && !people.isShortLocked(name);
  try {
    return await people.check(name, pin);
  } catch (error) {
    // An unknown name is not logged, because it could be anything, even a PIN.
    const isOff = error instanceof FailureError && error.failure.code === 'short-pins-off';
    if (isChecked && !isOff) audit(isKnown ? name : 'screen', refused);
    if (isChecked && people.isShortLocked(name)) audit(name, 'short-pins-locked');
    throw error;
  }
}
