import { fail } from '../../shared/failure.ts';
import type { WriteAudit } from '../ledger/audit-actions.ts';
import type { Approvals } from '../people/approvals.ts';
import { checkPin } from '../people/check-pin.ts';
import type { People } from '../people/people.ts';
import type { Session } from '../people/session.ts';
import type { Staff } from '../people/staff.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

export interface SessionCommandsOptions {
  readonly people: Pick<People, 'list' | 'wait' | 'check'>;
  readonly staff: Pick<Staff, 'enterPin'>;
  readonly session: Pick<Session, 'touch'>;
  readonly approvals: Pick<Approvals, 'approve'>;
  /** Writes a line to the audit log of the environment on the screen. */
  readonly audit: WriteAudit;
  /** Resolves once the list of people has been read, or turns out to be unreadable. */
  readonly settled: () => Promise<void>;
}

/** The commands of the person at the screen, and of a manager who agrees on the spot. */
export function sessionCommands(options: SessionCommandsOptions): HandlersOf<'session.'> {
  const { staff, session, approvals, audit, settled } = options;
  return {
    'session.touch': () => {
      session.touch();
      return {};
    },
    'session.confirm': async ({ pin }, { name }) => {
      await staff.enterPin(name, pin, 'pin-entered');
      return {};
    },
    'session.approve': async ({ approval, name, pin, reason }, caller) => {
      await settled();
      const { role } = await checkPin(options, { name, pin, refused: 'pin-refused' });
      if (role !== 'manager') fail('not-allowed');
      const limits = approvals.approve(approval, name, reason);
      audit(name, 'approved', { limits, reason, for: caller.name });
      return {};
    },
  };
}
