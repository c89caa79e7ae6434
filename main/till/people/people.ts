import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Person } from '../../../shared/contract/people/people.ts';
import { fail, refuseInput } from '../../../shared/failure.ts';
import type { Limits } from '../../../shared/values/limits.ts';
import { isShortPin } from '../../../shared/values/pin.ts';
import { deriveKey } from '../../base/platform/derive-key.ts';
import type { Attempts } from './attempts.ts';
import { limitsOf } from './limits.ts';
import type { PeopleGuard } from './people-guard.ts';
import type { PersonRow } from './people-list.ts';
import type { ShortPinLock } from './short-pin-lock.ts';

/** The costs of scrypt (RFC 7914 §2), about 32 MiB and 0.1 s: a PIN is short, so each guess must be expensive. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

async function rowOf({ name, role }: Person, pin: string): Promise<PersonRow> {
  const salt = randomBytes(16);
  return { name, role, salt, pin: await deriveKey(pin, salt, 32, cost), short: isShortPin(pin) };
}

async function isPin(pin: string, row: PersonRow | undefined): Promise<boolean> {
  const hash = await deriveKey(pin, row?.salt ?? randomBytes(16), 32, cost);
  return row !== undefined && timingSafeEqual(hash, row.pin);
}

const subjectOf = (row: PersonRow | undefined) => (row === undefined ? 'nobody' : `person ${row.name}`);

interface PinCheckOptions {
  readonly guard: Pick<PeopleGuard, 'state'>;
  readonly attempts: Attempts;
  readonly lock: ShortPinLock;
  readonly rowNamed: (name: string) => PersonRow | undefined;
  readonly limits: () => Limits;
}

function createPinCheck({ guard, attempts, lock, rowNamed, limits }: PinCheckOptions) {
  /** Counts a try of a short PIN. @throws FailureError `short-pins-locked`, `short-pins-off` */
  function beginShort(): void {
    if (limits().shortPins !== true) fail('short-pins-off');
    if (!lock.begin()) refuseLocked(lock);
  }

  return {
    /**
     * Checks a PIN. Checking an unknown name takes as long as a known one, and all unknown names share one wait. A
     * manager's ends the lock of short PINs.
     * @throws FailureError `wrong-pin` with detail `seconds` until the next try; `short-pins-locked` with detail
     * `minutes`, also for the try that locks them; `short-pins-off`; `vault-locked`, `people-lost`
     */
    async check(name: string, pin: string): Promise<Person> {
      const row = rowNamed(name);
      if (row === undefined) refuseUnknown(guard.state);
      const subject = subjectOf(row);
      const isShort = row?.short === true;
      if (isShort) beginShort();
      const { mayTry, seconds } = attempts.begin(subject);
      const isRight = mayTry && (await isPin(pin, row));
      if (isShort && (isRight || !mayTry)) lock.takeBack();
      if (row === undefined || !isRight) {
        if (isShort && mayTry && lock.minutes() > 0) refuseLocked(lock);
        return fail('wrong-pin', { detail: { seconds } });
      }
      attempts.forgive(subject);
      if (row.role === 'manager') lock.end();
      return { name: row.name, role: row.role };
    },
    /** Returns whole seconds until a PIN for this name may be checked again. */
    wait: (name: string): number => attempts.wait(subjectOf(rowNamed(name))),
    /** Returns true while this person's PIN is a short one and these are locked. */
    isShortLocked: (name: string): boolean => rowNamed(name)?.short === true && lock.minutes() > 0,
  };
}

/** The people who work at this terminal. PINs are stored as scrypt hashes. */
export function openPeople(guard: PeopleGuard, attempts: Attempts, lock: ShortPinLock) {
  const list = () => guard.content().rows.map(({ name, role }): Person => ({ name, role }));
  const rowNamed = (name: string) => guard.content().rows.find((row) => row.name === name);

  const limits = () => limitsOf(guard.content().limits);

  return {
    /** Returns the people; none while the vault that keeps the list is locked. */
    list,
    hasCashier: (): boolean => list().some(({ role }) => role === 'cashier'),
    /** Returns a person, and a mark that changes with every new PIN; undefined for a name that is unknown. */
    find(name: string): (Person & { readonly mark: string }) | undefined {
      const row = rowNamed(name);
      return row && { name, role: row.role, mark: row.salt.toString('hex') };
    },
    ...createPinCheck({ guard, attempts, lock, rowNamed, limits }),
    hasShortPin: (name: string): boolean => rowNamed(name)?.short === true,
    /**
     * Adds or changes a person.
     * @throws FailureError `bad-input` if a new person has no PIN, a short PIN is not allowed, or nobody would be manager
     */
    async save(person: Person, pin: string | undefined) {
      const made = pin === undefined ? undefined : await rowOf(person, pin);
      await guard.change(({ rows, limits }) => {
        const existing = rows.find(({ name }) => name === person.name);
        const row = made ?? (existing && { ...existing, role: person.role });
        if (row === undefined) return refuseInput(['pin'], 'required', 'is needed');
        if (row.short) refuseShort(row, limitsOf(limits), made !== undefined);
        const next = [...rows.filter(({ name }) => name !== person.name), row];
        refuseWithoutManager(next, ['role']);
        return { rows: next, limits };
      });
      if (made !== undefined) attempts.forgive(subjectOf(made));
    },
    /** Removes a person. @throws FailureError `not-found`, or `bad-input` when no manager would be left for the others */
    async remove(name: string) {
      await guard.change(({ rows, limits }) => {
        const others = rows.filter((row) => row.name !== name);
        if (others.length === rows.length) fail('not-found');
        refuseWithoutManager(others, ['name']);
        return { rows: others, limits };
      });
    },
    /** Returns what cashiers may do without a manager, the same in every environment. */
    limits,
    /** Returns true once a manager has saved limits; before, the usual ones apply. */
    hasLimits: (): boolean => guard.content().limits !== undefined,
    setLimits: (limits: Limits) => guard.change(({ rows }) => ({ rows, limits: JSON.stringify(limits) })),
    /** Makes one manager the whole list, after the old one was lost. @throws FailureError `not-allowed` */
    async beginAnew(name: string, pin: string) {
      await guard.beginAnew([await rowOf({ name, role: 'manager' }, pin)]);
    },
  };
}

export type People = ReturnType<typeof openPeople>;

/** Throws the reason why the people are unknown, if there is one. */
function refuseUnknown(state: PeopleGuard['state']): void {
  if (state === 'locked') fail('vault-locked', { detail: { why: 'passphrase-needed' } });
  if (state === 'lost') fail('people-lost');
}

function refuseLocked(lock: ShortPinLock): never {
  return fail('short-pins-locked', { detail: { minutes: Math.max(1, lock.minutes()) } });
}

/** A manager has no short PIN, also none of the time as a cashier, and a cashier gets one only where they are allowed. */
function refuseShort({ role }: Person, { shortPins }: Limits, isNew: boolean): void {
  if (role === 'manager' || (isNew && shortPins !== true)) {
    const who = role === 'manager' ? 'a manager’s PIN has' : 'here PINs have';
    refuseInput(['pin'], 'pin', `${who} at least 6 digits`);
  }
}

/** After a change there must be a manager while there are other people. */
function refuseWithoutManager(after: readonly Person[], path: string[]): void {
  if (after.length > 0 && !after.some(({ role }) => role === 'manager'))
    refuseInput(path, 'manager-missing', 'somebody must be a manager');
}
