import { fail } from '../../../shared/failure.ts';
import type { Policy } from '../../base/platform/policy/read-policy.ts';
import type { Membership, MembershipView } from './membership.ts';

type HeadOffice = Pick<Policy, 'headOffice'>;

/** Returns the address by the machine's policy, which allows no other one. */
const addressSet = ({ headOffice }: HeadOffice) => headOffice && new URL(headOffice.address).origin;

/**
 * Returns the address at which a till is enrolled.
 * @param requested undefined for that of the policy
 * @throws FailureError `bad-input`, `set-by-policy`
 */
export function addressToEnrol(requested: string | undefined, policy: HeadOffice): string {
  const set = addressSet(policy);
  const address = requested ?? set ?? fail('bad-input', { issues: [missingAddress] });
  if (set !== undefined && new URL(address).origin !== set) fail('set-by-policy');
  return address;
}

const missingAddress = { path: ['address'], code: 'missing', message: 'is needed' };

/**
 * Leaves the head office, unless the policy sets it. A till that the office no longer knows, or that no longer trusts
 * the office's address, may leave in order to be enrolled again.
 * @returns the membership that ended, and whether the office has learnt of it
 * @throws FailureError `set-by-policy`
 */
export async function leaveOffice(
  membership: Pick<Membership, 'view' | 'leave'>,
  policy: HeadOffice,
): Promise<{ before: MembershipView | undefined; told: Awaited<ReturnType<Membership['leave']>> }> {
  const before = membership.view();
  const set = addressSet(policy);
  const isOver = ['left', 'unknown', 'other-certificate'].includes(before?.last?.state ?? '');
  if (set !== undefined && before?.address === set && !isOver) fail('set-by-policy');
  return { before, told: await membership.leave() };
}
