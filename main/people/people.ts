import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Person } from '../../shared/contract/people.ts';
import { fail } from '../../shared/failure.ts';
import type { Clock } from '../clock.ts';
import { type Database, withFailures } from '../ledger/database.ts';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);
/** RFC 7914 §2; 32 MiB and about 0.1 s: a PIN is short, so each guess must cost. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** Wrong PINs that cost nothing; after them each one doubles the wait, up to the longest. Milliseconds. */
const freeTries = 3;
const firstWait = 5_000;
const longestWait = 15 * 60_000;

/** Who works at this terminal. PINs are kept as scrypt hashes. */
export interface People {
  list(): Person[];
  /**
   * Checks a PIN.
   * @throws FailureError `not-found`, or `wrong-pin` with detail `seconds` until the next try
   */
  check(name: string, pin: string): Promise<Person>;
  /** Adds or changes one. @throws FailureError `bad-input`: a new person needs a PIN, and somebody must be manager */
  save(person: Person, pin: string | undefined): Promise<void>;
  /** @throws FailureError `not-found`, or `bad-input` where nobody would be left to manage the others */
  remove(name: string): void;
}

interface Row extends Person {
  salt: Buffer;
  pin: Buffer;
  failures: number;
  tryAt: number;
}

export function openPeople(database: Database, clock: Clock): People {
  const all = database.prepare<[], Person>('SELECT name, role FROM person ORDER BY name');
  const find = database.prepare<[string], Row>(
    'SELECT name, role, salt, pin, failures, try_at AS tryAt FROM person WHERE name = ?',
  );
  const insert = database.prepare('INSERT INTO person (name, role, salt, pin) VALUES (?, ?, ?, ?)');
  const setRole = database.prepare('UPDATE person SET role = ? WHERE name = ?');
  const setPin = database.prepare(
    'UPDATE person SET salt = ?, pin = ?, failures = 0, try_at = 0 WHERE name = ?',
  );
  const remove = database.prepare('DELETE FROM person WHERE name = ?');
  // Counted before the PIN is looked at: many guesses at once are counted one by one. Who would have to wait longer
  // than the longest wait does not: the clock was set back.
  const count = database.prepare<[{ name: string; now: number; free: number }]>(
    `UPDATE person SET failures = failures + 1, try_at = CASE WHEN failures + 1 < :free THEN 0 ELSE
       :now + min(${longestWait}, ${firstWait} << min(failures + 1 - :free, 20)) END
     WHERE name = :name AND (try_at <= :now OR try_at > :now + ${longestWait})`,
  );
  const forgive = database.prepare('UPDATE person SET failures = 0, try_at = 0 WHERE name = ?');

  const list = () => withFailures(() => all.all());
  const rowOf = (name: string) => withFailures(() => find.get(name));

  /** Whoever manages, after a change, must not be nobody while there are others. */
  function refuseWithoutManager(after: Person[], path: string[]): void {
    if (after.length > 0 && !after.some(({ role }) => role === 'manager'))
      fail('bad-input', {
        issues: [{ path, code: 'manager-missing', message: 'somebody must be a manager' }],
      });
  }

  /** Looks and writes at once: of two changes at the same time the second sees the first. */
  const write = database.transaction((person: Person, salt: Buffer, hash: Buffer | undefined) => {
    const others = all.all().filter(({ name }) => name !== person.name);
    const isNew = find.get(person.name) === undefined;
    if (isNew && hash === undefined)
      fail('bad-input', { issues: [{ path: ['pin'], code: 'required', message: 'is needed' }] });
    refuseWithoutManager([...others, person], ['role']);
    if (isNew) insert.run(person.name, person.role, salt, hash);
    else setRole.run(person.role, person.name);
    if (!isNew && hash !== undefined) setPin.run(salt, hash, person.name);
  });

  return {
    list,
    async check(name, pin) {
      const now = clock.now();
      const counted = withFailures(() => count.run({ name, now, free: freeTries })).changes === 1;
      const row = rowOf(name) ?? fail('not-found');
      const wait = () => ({
        detail: { seconds: Math.max(0, Math.ceil(((rowOf(name)?.tryAt ?? 0) - now) / 1000)) },
      });
      if (!counted) return fail('wrong-pin', wait());
      if (!timingSafeEqual(await derive(pin, row.salt, 32, cost), row.pin)) return fail('wrong-pin', wait());
      withFailures(() => forgive.run(name));
      return { name: row.name, role: row.role };
    },
    async save(person, pin) {
      const salt = randomBytes(16);
      const hash = pin === undefined ? undefined : await derive(pin, salt, 32, cost);
      withFailures(() => write.immediate(person, salt, hash));
    },
    remove(name) {
      const people = list();
      if (!people.some((person) => person.name === name)) fail('not-found');
      const others = people.filter((person) => person.name !== name);
      refuseWithoutManager(others, ['name']);
      withFailures(() => remove.run(name));
    },
  };
}
