import type { Person } from '../../shared/contract/people.ts';
import type { Role } from '../../shared/status.ts';
import type { Clock } from '../platform/clock.ts';
import type { People } from './people.ts';
import type { PeopleState } from './people-guard.ts';

/** How long a manager may leave the screen alone, milliseconds. A cashier stays: the next customer comes to them. */
export const lockAfter = 10 * 60_000;
/** How long an entered PIN counts for grave commands, milliseconds. */
export const pinIsFreshFor = 5 * 60_000;

/** Who is at the terminal's screen. Nobody, after every start, once the terminal has people. */
export interface Session {
  person(): Person | undefined;
  /** While the terminal has no people, whoever is there sets it up, as a manager. */
  role(): Role;
  /** Whether the person entered their PIN lately; undefined where nobody has one to enter. */
  isPinFresh(): boolean | undefined;
  /** The PIN that was entered is easy to guess. */
  readonly hasWeakPin: boolean;
  /** The person has just entered their PIN. */
  signIn(person: Person, pin: { readonly isWeak: boolean }): void;
  signOut(): void;
  /** The person does something at the screen: the time until it locks begins anew. */
  touch(): void;
  close(): void;
}

export interface SessionOptions {
  readonly people: Pick<People, 'list'>;
  readonly state: () => PeopleState;
  /** Its even time counts: a clock that somebody sets back keeps nobody signed in. */
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly onChange: () => void;
  /** A manager left the screen alone and was signed out. */
  readonly onExpired: (name: string) => void;
}

interface SignedIn {
  readonly name: string;
  readonly pinAt: number;
  readonly hasWeakPin: boolean;
  touchedAt: number;
}

export function createSession({ people, state, clock, onChange, onExpired }: SessionOptions): Session {
  let signedIn: SignedIn | undefined;
  let cancel = () => {};

  const left = ({ touchedAt }: SignedIn) => touchedAt + lockAfter - clock.monotonic();

  /** As the list says now: a role that was taken away is gone at once, and so is who was away too long. */
  function person(): Person | undefined {
    if (signedIn === undefined) return undefined;
    const { name } = signedIn;
    const found = people.list().find((each) => each.name === name);
    if (found?.role !== 'manager' || left(signedIn) > 0) return found;
    end();
    onExpired(name);
    return undefined;
  }

  function end(): void {
    cancel();
    signedIn = undefined;
    onChange();
  }

  /** Locks the screen of a page that asks for nothing. */
  function watch(): void {
    cancel();
    if (signedIn === undefined) return;
    const remaining = left(signedIn);
    // Nothing is left of a cashier's time, and nothing ends.
    cancel = clock.after(remaining > 0 ? remaining : lockAfter, () => {
      try {
        person();
      } catch {
        // While the list cannot be read no command is answered either, which says why.
      }
      watch();
    });
  }

  return {
    person,
    role: () => person()?.role ?? (state() === 'free' && people.list().length === 0 ? 'manager' : 'nobody'),
    isPinFresh() {
      if (person() === undefined || signedIn === undefined) return undefined;
      return clock.monotonic() - signedIn.pinAt < pinIsFreshFor;
    },
    get hasWeakPin() {
      return signedIn?.hasWeakPin === true;
    },
    signIn({ name }, { isWeak }) {
      const at = clock.monotonic();
      signedIn = { name, pinAt: at, touchedAt: at, hasWeakPin: isWeak };
      watch();
      onChange();
    },
    signOut: end,
    touch() {
      if (person() !== undefined && signedIn !== undefined) signedIn.touchedAt = clock.monotonic();
    },
    close: () => cancel(),
  };
}
