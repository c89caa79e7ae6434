import type { Approval } from '../../../shared/actor.ts';
import type { AskedAct, Limits } from '../../../shared/values/limits.ts';
import { actorOf } from '../../base/platform/actor-of.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import type { Approvals } from './approvals.ts';

export interface AgreementOptions {
  readonly approvals: Pick<Approvals, 'require' | 'spend'>;
  readonly limits: () => Limits;
}

/**
 * Returns a manager's agreement to an act for which a cashier needs one. It is valid for some minutes.
 * @param subject the object of the act; for another object the manager is asked again
 * @throws FailureError `approval-needed`
 */
export function agreementTo(
  act: AskedAct,
  subject: string,
  caller: Caller,
  { approvals, limits }: AgreementOptions,
): Approval | undefined {
  const { name, role } = actorOf(caller);
  if (role !== 'cashier' || !limits().asks.includes(act)) return undefined;
  return approvals.require(agreed(act, name, subject), [act]);
}

/** Ends the agreement after the act, so that the next one needs a new agreement. */
export function spendAgreement(
  act: AskedAct,
  subject: string,
  caller: Caller,
  { approvals }: Pick<AgreementOptions, 'approvals'>,
): void {
  approvals.spend(agreed(act, actorOf(caller).name, subject));
}

const agreed = (act: AskedAct, name: string, subject: string) => `${act} ${name} ${subject}`;
