import type { CommandParsed } from '../../../shared/contract/index.ts';
import type { Person } from '../../../shared/contract/people/people.ts';
import { fail } from '../../../shared/failure.ts';
import type { Limits } from '../../../shared/values/limits.ts';
import { actorOf } from '../../base/platform/actor-of.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { WriteAudit } from '../../books/ledger/audit/audit-actions.ts';
import type { Approvals } from './approvals.ts';
import { checkPin } from './check-pin.ts';
import type { People } from './people.ts';
import type { PeopleGuard } from './people-guard.ts';
import { keepLanguage } from './person-language.ts';
import { refuseReserved } from './reserved-name.ts';
import type { Session } from './session.ts';

export interface StaffOptions {
  readonly people: People;
  readonly guard: Pick<PeopleGuard, 'state'>;
  readonly session: Session;
  readonly approvals: Pick<Approvals, 'approve'>;
  readonly settings: Settings;
  /** Writes a line to the audit log of the environment on the screen. */
  readonly audit: WriteAudit;
  /** Returns true once an environment beyond training has begun: then at least one manager is needed. */
  readonly needsManager: () => boolean;
  /** Checks a passphrase. @throws FailureError unless it is that of the vault that keeps the people */
  readonly provePassphrase: (passphrase: string) => Promise<void>;
  /** Called for a person who has left, or is no manager any more. @param actor the caller */
  readonly onNoManager: (name: string, actor: string) => void;
  /** Resolves once the list of people has been read, or turns out to be unreadable. */
  readonly settled: () => Promise<void>;
}

/** The list of people together with the person at the screen, who may be affected by its changes. */
export type Staff = ReturnType<typeof createStaff>;

/**
 * Notes that a manager agrees on the spot to what a cashier may not do alone.
 * @throws FailureError `wrong-pin`, `vault-locked`, `people-lost`; `not-allowed` for a cashier; as `Approvals.approve`
 */
const createApprove =
  ({ people, approvals, audit, settled }: StaffOptions) =>
  async (
    { approval, name, pin, reason }: CommandParsed<'session.approve'>,
    caller: Pick<Caller, 'name'>,
  ): Promise<void> => {
    await settled();
    const { role } = await checkPin({ people, audit }, { name, pin, refused: 'pin-refused' });
    if (role !== 'manager') fail('not-allowed');
    approvals.approve(approval, { by: name, reason }, ({ limits }) =>
      audit(name, 'approved', { limits, reason, for: caller.name }),
    );
  };

/** Adds or changes a person. @throws FailureError as `People.save`; `bad-input` for a reserved name */
function createSave({ people, guard, session, audit, settled, onNoManager }: StaffOptions) {
  return async ({ pin, ...person }: CommandParsed<'people.save'>, caller: Caller): Promise<void> => {
    await settled();
    refuseReserved(person.name);
    // The head office and the command line have nobody at the screen.
    const isAtScreen = actorOf(caller).kind === 'person';
    // The first person added is the person who adds: nobody else can be here.
    const isFirst = isAtScreen && people.list().length === 0;
    const isOwnPin = isAtScreen && pin !== undefined && session.person()?.name === person.name;
    const end = isOwnPin ? session.beginNewPin() : undefined;
    try {
      // The screen never reaches this, but the command line does, after it has opened the vault.
      if (guard.state === 'lost') await people.beginAnew(person.name, pin ?? fail('people-lost'));
      else await people.save(person, pin);
      audit(caller.name, 'person-saved', { ...person, pin: pin !== undefined });
      if (person.role !== 'manager') onNoManager(person.name, caller.name);
      // A person who has left meanwhile stays signed out.
      const isStillHere = isOwnPin && session.person()?.name === person.name;
      if (isFirst || isStillHere) session.signIn(person);
    } finally {
      end?.();
    }
  };
}

export function createStaff(options: StaffOptions) {
  const { people, guard, session, settings, audit } = options;
  const { needsManager, provePassphrase, settled } = options;
  return {
    async list(): Promise<Person[]> {
      await settled();
      return people.list();
    },
    /** Signs in with a PIN. @throws FailureError `wrong-pin`, `vault-locked`, `people-lost` */
    async enterPin(name: string, pin: string, action: 'signed-in' | 'pin-entered'): Promise<Person> {
      await settled();
      const refused = action === 'signed-in' ? 'sign-in-refused' : 'pin-refused';
      const person = await checkPin({ people, audit }, { name, pin, refused });
      session.signIn(person);
      audit(name, action);
      return person;
    },
    approve: createApprove(options),
    /** Signs the person out even when the audit log cannot be written. */
    signOut(actor: string) {
      try {
        if (session.person() !== undefined) audit(actor, 'signed-out');
      } finally {
        session.signOut();
      }
    },
    save: createSave(options),
    /** Removes a person. @throws FailureError as `People.remove`; `no-manager` */
    async remove(name: string, actor: string) {
      if (people.list().length === 1 && needsManager()) fail('no-manager');
      await people.remove(name);
      audit(actor, 'person-removed', { name });
      options.onNoManager(name, actor);
      if (session.person()?.name === name) session.signOut();
      keepLanguage(settings, name, undefined);
    },
    async setLimits(limits: Limits, actor: string) {
      await settled();
      await people.setLimits(limits);
      audit(actor, 'limits-set', limits);
    },
    /** Begins a new list with a manager, in place of one that was lost. @throws FailureError `not-allowed`, `bad-input` */
    async recover({ name, pin, passphrase }: CommandParsed<'people.recover'>) {
      if (guard.state !== 'lost') fail('not-allowed');
      refuseReserved(name);
      await provePassphrase(passphrase);
      await people.beginAnew(name, pin);
      audit(name, 'people-recovered');
      session.signIn({ name, role: 'manager' });
    },
  };
}
