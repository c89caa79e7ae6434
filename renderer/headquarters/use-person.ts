import { createContext, useContext } from 'react';
import { type OfficeName, type OfficeOutput, officeContract } from '../../shared/headquarters/contract.ts';

export type Person = NonNullable<OfficeOutput<'session.get'>['person']>;

export const PersonContext = createContext<Person | undefined>(undefined);

/** Returns the person who is signed in. */
export function usePerson(): Person {
  const person = useContext(PersonContext);
  if (person === undefined) throw new Error('outside PersonContext');
  return person;
}

/** The log has all branches in it, and a person who sees only a part may grant nothing. */
const ofEverything = /^(log|notice|person)\./;

/** True if this person may do it. The office decides; this only hides what it would refuse. */
export function may(person: Person, name: OfficeName): boolean {
  const { roles } = officeContract[name];
  const seesAll = person.entities.length === 0 && person.branches.length === 0;
  if (!seesAll && ofEverything.test(name)) return false;
  // A month has every branch of its taxpayer in it.
  if (person.branches.length > 0 && name.startsWith('archive.')) return false;
  return roles === 'anybody' || roles.includes(person.role);
}
