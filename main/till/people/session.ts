import type { Person } from '../../../shared/contract/people/people.ts';
import type { Role } from '../../../shared/status.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { People } from './people.ts';
import type { PeopleState } from './people-guard.ts';

/**
 * The number of milliseconds without a key press or touch after which a manager is signed out. A cashier stays signed
 * in for the next customer, unless a manager has set a time.
 */
export const lockAfter = 10 * 60_000;
/** The number of milliseconds for which an entered PIN permits sensitive commands. */
export const pinIsFreshFor = 5 * 60_000;

/**
 * The session of the person at the terminal's screen. Once the terminal has people, nobody is signed in after a start.
 */
export type Session = ReturnType<typeof createSession>;

export interface SessionOptions {
  readonly people: Pick<People, 'list' | 'find' | 'limits'>;
  readonly state: () => PeopleState;
  /** The monotonic time, so that nobody stays signed in because the clock was set back. */
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly onChange: () => void;
  /** Called when somebody left the screen alone and was signed out. */
  readonly onExpired: (name: string) => void;
}

interface SignedIn {
  readonly name: string;
  /** The mark of the entered PIN; if the PIN was changed, it must be entered again. */
  readonly mark: string | undefined;
  readonly pinAt: number;
  touchedAt: number;
}

function createTimeLeft(
  people: SessionOptions['people'],
  clock: Pick<Clock, 'monotonic'>,
  isBusy: () => boolean,
) {
  /** Returns the milliseconds until this person is signed out. */
  function of({ role }: Person, { touchedAt }: SignedIn): number {
    if (isBusy()) return lockAfter;
    const minutes = people.limits().lockMinutes;
    const cashierTime = minutes === undefined ? Number.POSITIVE_INFINITY : minutes * 60_000;
    return touchedAt + (role === 'manager' ? lockAfter : cashierTime) - clock.monotonic();
  }

  /** Returns the milliseconds until the time without use must be checked again. */
  function untilNextCheck(present: SignedIn): number {
    try {
      const found = people.find(present.name);
      const remaining = found === undefined ? lockAfter : of(found, present);
      return remaining > 0 ? Math.min(remaining, lockAfter) : lockAfter;
    } catch {
      return lockAfter;
    }
  }

  return { of, untilNextCheck };
}

/**
 * Locks the screen even if the page sends no commands.
 * @param pause returns the milliseconds until the next check; undefined while nobody is signed in
 */
function createWatch(clock: Pick<Clock, 'after'>, pause: () => number | undefined, look: () => void) {
  let cancel = () => {};

  function begin(): void {
    cancel();
    const milliseconds = pause();
    if (milliseconds === undefined) return;
    cancel = clock.after(milliseconds, () => {
      try {
        look();
      } catch {
        // If the list cannot be read, every command fails with the reason.
      }
      begin();
    });
  }

  return { begin, end: () => cancel() };
}

export function createSession({ people, state, clock, onChange, onExpired }: SessionOptions) {
  let signedIn: SignedIn | undefined;
  let underWay = 0;
  let newPins = 0;

  const left = createTimeLeft(people, clock, () => underWay > 0);
  // The remaining time is read at each check, because the idle time may change.
  const watch = createWatch(clock, () => signedIn && left.untilNextCheck(signedIn), person);

  /**
   * Reads the present list, so that a withdrawn role ends at once. People who left the screen, or whose PIN was changed
   * by others, are signed out too.
   */
  function person(): Person | undefined {
    if (signedIn === undefined) return undefined;
    const { name, mark } = signedIn;
    const found = people.find(name);
    if (found === undefined) return undefined;
    const { role } = found;
    if (found.mark !== mark && newPins === 0) {
      end();
      return undefined;
    }
    if (left.of(found, signedIn) > 0) return { name, role };
    end();
    onExpired(name);
    return undefined;
  }

  function end(): void {
    watch.end();
    signedIn = undefined;
    onChange();
  }

  return {
    person,
    /** Notes that a command is in progress, so the screen does not lock. Returns a function to call when it has ended. */
    begin(): () => void {
      const begun = signedIn;
      underWay += 1;
      return () => {
        underWay -= 1;
        // Waiting for the answer was not idle time.
        if (signedIn !== undefined && signedIn === begun) signedIn.touchedAt = clock.monotonic();
      };
    },
    /** While the terminal has no people, anyone counts as a manager and may set it up. */
    role: (): Role =>
      person()?.role ?? (state() === 'free' && people.list().length === 0 ? 'manager' : 'nobody'),
    /** Returns true when the person has entered their PIN recently; undefined when nobody has a PIN yet. */
    isPinFresh(): boolean | undefined {
      if (person() === undefined || signedIn === undefined) return undefined;
      return clock.monotonic() - signedIn.pinAt < pinIsFreshFor;
    },
    signIn({ name }: Person) {
      const at = clock.monotonic();
      signedIn = { name, mark: people.find(name)?.mark, pinAt: at, touchedAt: at };
      watch.begin();
      onChange();
    },
    signOut: end,
    /** Keeps a change of the person's own PIN from signing them out. Returns a function to call afterwards. */
    beginNewPin(): () => void {
      newPins += 1;
      return () => {
        newPins -= 1;
      };
    },
    /** Notes that the person used the screen, so that the time until it locks begins again. */
    touch() {
      if (person() !== undefined && signedIn !== undefined) signedIn.touchedAt = clock.monotonic();
    },
    close: watch.end,
  };
}
