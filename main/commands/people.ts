import { fail } from '../../shared/failure.ts';
import type { WriteAudit } from '../ledger/audit-actions.ts';
import type { People } from '../people/people.ts';
import type { PeopleGuard } from '../people/people-guard.ts';
import { keepLanguage } from '../people/person-language.ts';
import type { Session } from '../people/session.ts';
import type { Staff } from '../people/staff.ts';
import type { HandlersOf } from '../platform/dispatch.ts';
import type { Settings } from '../platform/settings.ts';

export interface PeopleCommandsOptions {
  readonly people: Pick<People, 'list' | 'limits'>;
  readonly staff: Staff;
  readonly guard: Pick<PeopleGuard, 'acknowledge'>;
  readonly session: Pick<Session, 'person'>;
  /** The settings of this terminal. */
  readonly settings: Settings;
  /** Writes a line to the audit log of the environment on the screen. */
  readonly audit: WriteAudit;
  /** Called when the status may have changed. */
  readonly onStatus: () => void;
}

/** The commands about the people of this terminal. */
export function peopleCommands(options: PeopleCommandsOptions): HandlersOf<'people.'> {
  const { people, staff, guard, session, settings, audit } = options;
  const list = () => ({ people: people.list() });
  return {
    'people.list': async () => ({ people: await staff.list() }),
    'people.signIn': async ({ name, pin }) => {
      const { role } = await staff.enterPin(name, pin, 'signed-in');
      return { role };
    },
    'people.setLanguage': ({ language }) => {
      const { name } = session.person() ?? fail('not-allowed');
      keepLanguage(settings, name, language);
      options.onStatus();
      return {};
    },
    'people.signOut': (_, { name }) => {
      staff.signOut(name);
      return {};
    },
    'people.save': async (person, caller) => {
      await staff.save(person, caller);
      return list();
    },
    'people.remove': async (person, { name }) => {
      await staff.remove(person.name, name);
      return list();
    },
    'people.acknowledge': async (_, { name }) => {
      await guard.acknowledge();
      audit(name, 'people-acknowledged');
      return {};
    },
    'people.recover': async (manager) => {
      await staff.recover(manager);
      return list();
    },
    'people.limits': () => people.limits(),
    'people.setLimits': async (limits, { name }) => {
      await staff.setLimits(limits, name);
      return limits;
    },
  };
}
