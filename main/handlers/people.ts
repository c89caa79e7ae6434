import { fail } from '../../shared/failure.ts';
import type { HandlersOf } from '../commands.ts';
import type { Desk } from '../people/desk.ts';
import type { People } from '../people/people.ts';

export interface PeopleHandlersOptions {
  readonly people: People;
  readonly desk: Desk;
  /** An environment beyond training has begun: somebody must be able to manage it. */
  readonly needsManager: () => boolean;
  /** One line for the audit log of the environment on the screen. */
  readonly audit: (actor: string, action: string, detail?: unknown) => void;
}

/** Who works here, and who is at the screen. */
export function createPeopleHandlers(options: PeopleHandlersOptions): HandlersOf<'people.'> {
  const { people, desk, needsManager, audit } = options;
  const list = () => ({ people: people.list() });
  return {
    'people.list': list,
    'people.signIn': async ({ name, pin }) => {
      try {
        const person = await people.check(name, pin);
        desk.signIn(person);
        audit(name, 'signed-in');
        return { role: person.role };
      } catch (error) {
        audit(name, 'sign-in-refused');
        throw error;
      }
    },
    'people.signOut': (_, { name }) => {
      if (desk.person() !== undefined) audit(name, 'signed-out');
      desk.signOut();
      return {};
    },
    'people.save': async ({ pin, ...person }, { name }) => {
      await people.save(person, pin);
      audit(name, 'person-saved', { ...person, pin: pin !== undefined });
      // Whoever adds the first person is that person: nobody else is here.
      if (people.list().length === 1 || desk.person()?.name === person.name) desk.signIn(person);
      return list();
    },
    'people.remove': ({ name: removed }, { name }) => {
      if (people.list().length === 1 && needsManager()) fail('no-manager');
      people.remove(removed);
      audit(name, 'person-removed', { name: removed });
      if (desk.person()?.name === removed) desk.signOut();
      return list();
    },
  };
}
