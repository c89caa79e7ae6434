import type { Person } from '../../shared/contract/people.ts';
import { fail } from '../../shared/failure.ts';
import { isWeakPin } from '../../shared/pin.ts';
import type { AuditAction } from '../ledger/audit-actions.ts';
import type { People } from '../people/people.ts';
import type { PeopleGuard } from '../people/people-guard.ts';
import type { Session } from '../people/session.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

export interface PeopleCommandsOptions {
  readonly people: People;
  readonly guard: Pick<PeopleGuard, 'state' | 'acknowledge'>;
  /** Resolves when it is known whether the people can be known. */
  readonly settled: () => Promise<void>;
  readonly session: Session;
  /** An environment beyond training has begun: somebody must be able to manage it. */
  readonly needsManager: () => boolean;
  /** @throws FailureError unless this is the passphrase of the vault that keeps the people */
  readonly provePassphrase: (passphrase: string) => Promise<void>;
  /** One line for the audit log of the environment on the screen. */
  readonly audit: (actor: string, action: AuditAction, detail?: unknown) => void;
}

/** Who works here, and who is at the screen. */
export function peopleCommands(options: PeopleCommandsOptions): HandlersOf<'people.' | 'session.'> {
  const { people, guard, settled, session, needsManager, provePassphrase, audit } = options;
  const list = () => ({ people: people.list() });

  const enter = (name: string, pin: string, action: 'signed-in' | 'pin-entered') =>
    enterPin(options, { name, pin, action });

  return {
    'people.list': async () => {
      await settled();
      return list();
    },
    'people.signIn': async ({ name, pin }) => {
      await settled();
      const { role } = await enter(name, pin, 'signed-in');
      return { role };
    },
    'people.signOut': (_, { name }) => {
      // Whoever leaves is gone, whether that can be written down or not.
      try {
        if (session.person() !== undefined) audit(name, 'signed-out');
      } finally {
        session.signOut();
      }
      return {};
    },
    'people.save': async ({ pin, ...person }, { name }) => {
      await settled();
      // The screen cannot come here then; the command line can, for whoever opens the vault.
      if (guard.state === 'lost') await people.beginAnew(person.name, pin ?? fail('people-lost'));
      else await people.save(person, pin);
      audit(name, 'person-saved', { ...person, pin: pin !== undefined });
      // Whoever adds the first person is that person: nobody else is here.
      if (people.list().length === 1 || (pin !== undefined && session.person()?.name === person.name))
        session.signIn(person, { isWeak: false });
      return list();
    },
    'people.remove': async ({ name: removed }, { name }) => {
      if (people.list().length === 1 && needsManager()) fail('no-manager');
      await people.remove(removed);
      audit(name, 'person-removed', { name: removed });
      if (session.person()?.name === removed) session.signOut();
      return list();
    },
    'people.acknowledge': async (_, { name }) => {
      await guard.acknowledge();
      audit(name, 'people-acknowledged');
      return {};
    },
    'people.recover': async ({ name, pin, passphrase }) => {
      if (guard.state !== 'lost') fail('not-allowed');
      await provePassphrase(passphrase);
      await people.beginAnew(name, pin);
      audit(name, 'people-recovered');
      session.signIn({ name, role: 'manager' }, { isWeak: false });
      return list();
    },
    'session.touch': () => {
      session.touch();
      return {};
    },
    'session.confirm': async ({ pin }, { name }) => {
      await enter(name, pin, 'pin-entered');
      return {};
    },
  };
}

/** Signs in with a PIN. Only guesses that were checked are audited: one that has to wait cannot fill the log. */
async function enterPin(
  { people, session, audit }: PeopleCommandsOptions,
  { name, pin, action }: { name: string; pin: string; action: 'signed-in' | 'pin-entered' },
): Promise<Person> {
  const isKnown = people.list().some((person) => person.name === name);
  const isChecked = people.wait(name) === 0;
  try {
    const person = await people.check(name, pin);
    session.signIn(person, { isWeak: isWeakPin(pin) });
    audit(name, action);
    return person;
  } catch (error) {
    // An unknown name is not written down: anything may have been typed.
    if (isChecked)
      audit(isKnown ? name : 'screen', action === 'signed-in' ? 'sign-in-refused' : 'pin-refused');
    throw error;
  }
}
