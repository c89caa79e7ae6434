import type { Person } from '../../shared/contract/people.ts';
import type { Role } from '../../shared/status.ts';
import type { People } from './people.ts';

/** Who is at the terminal's screen. Nobody, after every start, once the terminal has people. */
export interface Desk {
  person(): Person | undefined;
  /** While the terminal has no people, whoever is there sets it up, as a manager. */
  role(): Role;
  signIn(person: Person): void;
  signOut(): void;
}

export function createDesk(people: Pick<People, 'list'>, onChange: () => void): Desk {
  let name: string | undefined;

  /** As the list says now: a role that was taken away is gone at once. */
  const person = () => people.list().find((each) => each.name === name);

  return {
    person,
    role: () => person()?.role ?? (people.list().length === 0 ? 'manager' : 'nobody'),
    signIn(someone) {
      name = someone.name;
      onChange();
    },
    signOut() {
      name = undefined;
      onChange();
    },
  };
}
