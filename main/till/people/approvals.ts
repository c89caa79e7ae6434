import { randomUUID } from 'node:crypto';
import type { Approval } from '../../../shared/actor.ts';
import { fail } from '../../../shared/failure.ts';
import type { ExceededLimit } from '../../../shared/values/limits.ts';
import type { Clock } from '../../base/platform/clock.ts';

/** The number of milliseconds for which a question and its answer are valid. */
const holdsFor = 10 * 60_000;

interface ApprovalRequest {
  readonly id: string;
  readonly limits: readonly ExceededLimit[];
  /** The time, by the monotonic clock. */
  readonly at: number;
  readonly approval?: Approval;
}

/**
 * The sales that exceed a cashier's limits, and the managers who agreed to them on the spot.
 * @param isManager returns false for somebody who was removed since the agreement, or is no manager any more
 */
export function createApprovals(clock: Pick<Clock, 'monotonic'>, isManager: (name: string) => boolean) {
  const requests = new Map<string, ApprovalRequest>();

  function forgetOld(): void {
    for (const [digest, { at }] of requests) if (clock.monotonic() - at > holdsFor) requests.delete(digest);
  }

  const ofAll = {
    /**
     * Returns the manager's agreement to exactly this sale.
     * @param digest the sale's digest: after any change of the sale the manager is asked again
     * @throws FailureError `approval-needed` (detail: `approval`, the id for `approve`; `limits`)
     */
    require(digest: string, limits: readonly ExceededLimit[]): Approval {
      forgetOld();
      const existing = requests.get(digest);
      const hasAll = existing !== undefined && limits.every((limit) => existing.limits.includes(limit));
      if (hasAll && existing.approval !== undefined && isManager(existing.approval.by))
        return existing.approval;
      const question = hasAll ? existing : { id: randomUUID(), limits, at: clock.monotonic() };
      requests.set(digest, question);
      return fail('approval-needed', { detail: { approval: question.id, limits: limits.join(' ') } });
    },
    /** Forgets the agreement once its sale is issued. */
    spend: (digest: string) => void requests.delete(digest),
  };
  return {
    ...ofAll,
    /**
     * Notes that a manager agrees. @param record writes the line of the audit log, without which nothing is agreed
     * @throws FailureError `not-found` when no agreement was requested, or too long ago; those of `record`
     */
    approve(
      id: string,
      { by, reason }: Omit<Approval, 'limits'>,
      record: (approval: Approval) => void,
    ): void {
      forgetOld();
      const [digest, question] = [...requests].find(([, one]) => one.id === id) ?? fail('not-found');
      const approval = { by, reason, limits: [...question.limits] };
      record(approval);
      requests.set(digest, { ...question, approval });
    },
    /** Returns the same with agreements that are valid in one environment only. */
    within(environment: string): typeof ofAll {
      const ownKey = (digest: string) => `${environment} ${digest}`;
      return {
        require: (digest, limits) => ofAll.require(ownKey(digest), limits),
        spend: (digest) => ofAll.spend(ownKey(digest)),
      };
    },
  };
}

export type Approvals = ReturnType<typeof createApprovals>;
