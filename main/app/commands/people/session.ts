import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { CommandContext } from '../context.ts';

/** The commands of the person at the screen, and of a manager who agrees on the spot. */
export const sessionCommands = ({
  terminal: { staff, session },
}: CommandContext): HandlersOf<'session.'> => ({
  'session.touch': () => session.touch(),
  'session.confirm': async ({ pin }, { name }) => {
    await staff.enterPin(name, pin, 'pin-entered');
  },
  'session.approve': (input, caller) => staff.approve(input, caller),
});
