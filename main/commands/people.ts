import type { Person } from '../../shared/contract/people.ts';
import { fail } from '../../shared/failure.ts';
import { looksAlike, plainName } from '../../shared/fields.ts';
import { isWeakPin } from '../../shared/pin.ts';
import type { PeopleGuard } from '../people/people-guard.ts';
import { keepLanguage } from '../people/person-language.ts';
import type { Session } from '../people/session.ts';
import type { HandlersOf } from '../platform/dispatch.ts';
import type { Settings } from '../platform/settings.ts';
import { actorOf } from './actor-of.ts';
import { checkPin } from './check-pin.ts';
import { type LimitCommandsOptions, limitCommands } from './limits.ts';

export interface PeopleCommandsOptions extends LimitCommandsOptions {
  readonly guard: Pick<PeopleGuard, 'state' | 'acknowledge'>;
  readonly session: Session;
  /** Settings of this terminal. */
  readonly settings: Settings;
  /** Called when the status may have changed. */
  readonly onStatus: () => void;
  /** True once an environment beyond training has begun: then at least one manager is needed. */
  readonly needsManager: () => boolean;
  /** @throws FailureError unless this is the passphrase of the vault that keeps the people */
  readonly provePassphrase: (passphrase: string) => Promise<void>;
}

/** The commands about the people of this terminal and the one who is signed in. */
export function peopleCommands(options: PeopleCommandsOptions): HandlersOf<'people.' | 'session.'> {
  const { people, guard, settled, session, settings, needsManager, provePassphrase, audit } = options;
  const list = () => ({ people: people.list() });
  /** An existing name stays as it was, and nobody else may have it in another spelling; a new one has one spelling. */
  const nameOf = (given: string) =>
    people.find(given)?.name ??
    people.list().find(({ name }) => looksAlike(name, given))?.name ??
    plainName(given);

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
    'people.setLanguage': ({ language }) => {
      const { name } = session.person() ?? fail('not-allowed');
      keepLanguage(settings, name, language);
      options.onStatus();
      return {};
    },
    'people.signOut': (_, { name }) => {
      // Signs the person out even when the audit log cannot be written.
      try {
        if (session.person() !== undefined) audit(name, 'signed-out');
      } finally {
        session.signOut();
      }
      return {};
    },
    'people.save': async ({ pin, ...given }, caller) => {
      await settled();
      const person = { ...given, name: nameOf(given.name) };
      // The head office and the command line have nobody at the screen.
      const isAtScreen = actorOf(caller).kind === 'person';
      // The first person added is the person who adds: nobody else can be here.
      const isFirst = isAtScreen && people.list().length === 0;
      const isOwnPin = isAtScreen && pin !== undefined && session.person()?.name === person.name;
      const end = isOwnPin ? session.beginNewPin() : undefined;
      try {
        // The screen never gets here, but the command line does, after it opened the vault.
        if (guard.state === 'lost') await people.beginAnew(person.name, pin ?? fail('people-lost'));
        else await people.save(person, pin);
        audit(caller.name, 'person-saved', { ...person, pin: pin !== undefined });
        // A person who left meanwhile stays out.
        const isStillHere = isOwnPin && session.person()?.name === person.name;
        if (isFirst || isStillHere) session.signIn(person, { isWeak: false });
      } finally {
        end?.();
      }
      return list();
    },
    'people.remove': async ({ name: given }, { name }) => {
      const removed = nameOf(given);
      if (people.list().length === 1 && needsManager()) fail('no-manager');
      await people.remove(removed);
      audit(name, 'person-removed', { name: removed });
      if (session.person()?.name === removed) session.signOut();
      keepLanguage(settings, removed, undefined);
      return list();
    },
    'people.acknowledge': async (_, { name }) => {
      await guard.acknowledge();
      audit(name, 'people-acknowledged');
      return {};
    },
    'people.recover': async ({ name: given, pin, passphrase }) => {
      const name = plainName(given);
      if (guard.state !== 'lost') fail('not-allowed');
      await provePassphrase(passphrase);
      await people.beginAnew(name, pin);
      audit(name, 'people-recovered');
      session.signIn({ name, role: 'manager' }, { isWeak: false });
      return list();
    },
    ...limitCommands(options),
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

/** Signs in with a PIN. */
async function enterPin(
  options: PeopleCommandsOptions,
  { name, pin, action }: { name: string; pin: string; action: 'signed-in' | 'pin-entered' },
): Promise<Person> {
  const refused = action === 'signed-in' ? 'sign-in-refused' : 'pin-refused';
  const person = await checkPin(options, { name, pin, refused });
  options.session.signIn(person, { isWeak: isWeakPin(pin) });
  options.audit(name, action);
  return person;
}
