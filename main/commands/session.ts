import type { Session } from '../people/session.ts';
import type { Staff } from '../people/staff.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

export interface SessionCommandsOptions {
  readonly staff: Pick<Staff, 'enterPin' | 'approve'>;
  readonly session: Pick<Session, 'touch'>;
}

/** The commands of the person at the screen, and of a manager who agrees on the spot. */
export const sessionCommands = ({ staff, session }: SessionCommandsOptions): HandlersOf<'session.'> => ({
  'session.touch': () => {
    session.touch();
    return {};
  },
  'session.confirm': async ({ pin }, { name }) => {
    await staff.enterPin(name, pin, 'pin-entered');
    return {};
  },
  'session.approve': async (asked, caller) => {
    await staff.approve(asked, caller);
    return {};
  },
});
