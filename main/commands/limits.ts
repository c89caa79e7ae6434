import { fail } from '../../shared/failure.ts';
import { limitsSetting } from '../people/limits.ts';
import type { Handlers } from '../platform/dispatch.ts';
import { checkPin } from './check-pin.ts';
import type { PeopleCommandsOptions } from './people.ts';

/** The commands about the limits of cashiers, and the agreement of a manager on the spot. */
export function limitCommands(
  options: PeopleCommandsOptions,
): Pick<Handlers, 'session.approve' | 'people.limits' | 'people.setLimits'> {
  const { settled, approvals, settings, audit } = options;
  return {
    'session.approve': async ({ approval, name, pin, reason }, caller) => {
      await settled();
      const { role } = await checkPin(options, { name, pin, refused: 'pin-refused' });
      if (role !== 'manager') fail('not-allowed');
      const limits = approvals.approve(approval, name, reason);
      audit(name, 'approved', { limits, reason, for: caller.name });
      return {};
    },
    'people.limits': () => settings.read(limitsSetting),
    'people.setLimits': (limits, { name }) => {
      settings.write(limitsSetting, limits);
      audit(name, 'limits-set', limits);
      return limits;
    },
  };
}
