import { fail } from '../../shared/failure.ts';
import type { AuditAction } from '../ledger/audit-actions.ts';
import type { Approvals } from '../people/approvals.ts';
import type { People } from '../people/people.ts';
import type { Handlers } from '../platform/dispatch.ts';
import { checkPin } from './check-pin.ts';

export interface LimitCommandsOptions {
  readonly people: People;
  readonly approvals: Pick<Approvals, 'approve'>;
  /** Resolves once the list of people has been read, or turns out to be unreadable. */
  readonly settled: () => Promise<void>;
  /** Writes a line to the audit log of the environment on the screen. */
  readonly audit: (actor: string, action: AuditAction, detail?: unknown) => void;
}

/** The commands about the limits of cashiers, and the agreement of a manager on the spot. */
export function limitCommands(
  options: LimitCommandsOptions,
): Pick<Handlers, 'session.approve' | 'people.limits' | 'people.setLimits'> {
  const { settled, approvals, people, audit } = options;
  return {
    'session.approve': async ({ approval, name, pin, reason }, caller) => {
      await settled();
      const { role } = await checkPin(options, { name, pin, refused: 'pin-refused' });
      if (role !== 'manager') fail('not-allowed');
      const limits = approvals.approve(approval, name, reason);
      audit(name, 'approved', { limits, reason, for: caller.name });
      return {};
    },
    'people.limits': () => people.limits(),
    'people.setLimits': async (limits, { name }) => {
      await settled();
      await people.setLimits(limits);
      audit(name, 'limits-set', limits);
      return limits;
    },
  };
}
