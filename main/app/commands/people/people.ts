import { fail } from '../../../../shared/failure.ts';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { keepLanguage } from '../../../till/people/person-language.ts';
import type { CommandContext } from '../context.ts';

export function peopleCommands({ terminal }: CommandContext): HandlersOf<'people.'> {
  const { people, staff, guard, session, settings, audit, clock, onStatus } = terminal;
  const list = () => ({ people: people.list() });
  return {
    'people.list': async () => ({
      people: (await staff.list()).map((person) => {
        const seconds = people.wait(person.name);
        const tryAt = new Date(clock.now() + seconds * 1000).toISOString();
        const shortPin = people.hasShortPin(person.name) && { shortPin: true as const };
        return { ...person, ...shortPin, ...(seconds > 0 && { tryAt }) };
      }),
    }),
    'people.signIn': async ({ name, pin }) => {
      const { role } = await staff.enterPin(name, pin, 'signed-in');
      return { role };
    },
    'people.setLanguage': ({ language }) => {
      const { name } = session.person() ?? fail('not-allowed');
      keepLanguage(settings, name, language);
      onStatus();
    },
    'people.signOut': (_, { name }) => staff.signOut(name),
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
