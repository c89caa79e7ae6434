import { createContext, useContext } from 'react';
import { type OfficeName, type OfficeOutput, officeContract } from '../../../shared/office/contract.ts';

export type Person = NonNullable<OfficeOutput<'session.get'>['person']>;

export const PersonContext = createContext<Person | undefined>(undefined);

export function usePerson(): Person {
  const person = useContext(PersonContext);
  if (person === undefined) throw new Error('outside PersonContext');
  return person;
}

/**
 * These actions need a person who sees everything: the log contains all branches, and grants could exceed the person's
 * own.
 */
const ofEverything = /^(log|notice|person)\./;

/** Returns true if this person may do it. The office decides; this only hides what it would refuse. */
export function may(person: Person, name: OfficeName): boolean {
  const { roles } = officeContract[name];
  const seesAll = person.entities.length === 0 && person.branches.length === 0;
  if (!seesAll && ofEverything.test(name)) return false;
  // A month's archive contains every branch of its taxpayer.
  if (person.branches.length > 0 && name.startsWith('archive.')) return false;
  return roles === 'anybody' || roles.includes(person.role);
}
