import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TerminalOptions } from '../../../../main/app/terminal/options.ts';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../../main/base/platform/clock.ts';
import type { TerminalEvent } from '../../../../shared/contract/events.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import { keptText } from '../../../support/kept-text.ts';
import { newFolder } from '../../../support/khatm.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { manager as commandLine } from '../../../support/run/callers.ts';

/* Tests when the person at the screen is signed out, and when the PIN is requested again. */

const mona = { name: 'Mona', pin: '482913' };
const sami = { name: 'Sami', pin: '135790' };
const minute = 60_000;
let folder: string;
let terminal: Terminal;
/** The number of milliseconds by which the system's clock was set forward, and the number that actually passed. */
let [wall, real] = [0, 0];
const clock = {
  ...systemClock,
  now: () => systemClock.now() + wall,
  monotonic: () => systemClock.monotonic() + real,
};
const goBy = (milliseconds: number) => {
  wall += milliseconds;
  real += milliseconds;
};

async function open(options: Partial<TerminalOptions> = {}): Promise<void> {
  terminal = await openTerminal({ folder, version: '0', clock, ...options });
  await terminal.ready().catch(() => undefined);
}
async function askScreen<N extends CommandName>(name: N, input: CommandInput<N>) {
  const result = await terminal.callFromScreen(name, input);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
async function refused<N extends CommandName>(name: N, input: CommandInput<N>) {
  const result = await terminal.callFromScreen(name, input);
  if (result.ok) throw new Error(`${name} was allowed`);
  return result.failure;
}
function audited(environment = 'training'): { actor: string; action: string; detail: string }[] {
  const database = new BetterSqlite3(path.join(folder, environment, 'ledger.db'));
  const rows = database.prepare('SELECT actor, action, detail FROM audit ORDER BY id').all();
  database.close();
  return rows as { actor: string; action: string; detail: string }[];
}
const role = async () => (await askScreen('terminal.status', {})).role;

let withPeople: string;
beforeAll(async () => {
  withPeople = folder = await onboardedFolder('session-people');
  await open();
  await askScreen('people.save', { ...mona, role: 'manager' });
  await askScreen('people.save', { ...sami, role: 'cashier' });
  await terminal.close();
});
beforeEach(async () => {
  [wall, real] = [0, 0];
  folder = newFolder('session');
  cpSync(withPeople, folder, { recursive: true });
  await open();
  await askScreen('people.signIn', mona);
});
afterEach(() => terminal.close());

describe('a manager who leaves the screen alone', () => {
  test('is signed out by the terminal, whatever the page asks meanwhile, and whatever the clock is set to', async () => {
    for (let minutes = 0; minutes < 9; minutes += 1) {
      goBy(minute);
      // The polling of a page does not count as the activity of a person.
      await askScreen('credential.get', {});
      // A page's repeated query about a card payment does not count, either.
      await refused('card.status', { id: randomUUID() });
    }
    expect(await role()).toBe('manager');
    real += minute;
    wall = -365 * 24 * 60 * minute;
    expect((await refused('credential.get', {})).code).toBe('not-allowed');
    expect(await role()).toBe('nobody');
    expect(audited().at(-1)).toMatchObject({ actor: 'Mona', action: 'signed-out', detail: '{"why":"idle"}' });
  });

  test('stays as long as keys and pointer move', async () => {
    for (let times = 0; times < 4; times += 1) {
      goBy(9 * minute);
      await askScreen('session.touch', {});
    }
    expect(await role()).toBe('manager');
    goBy(10 * minute);
    await askScreen('session.touch', {});
    expect(await role()).toBe('nobody');
  });

  test('so is a cashier once a manager has set a time, and the basket stays', async () => {
    await askScreen('people.setLimits', { lockMinutes: 5 });
    await askScreen('people.signIn', sami);
    const id = randomUUID();
    const draft = keptText({ openAmount: '1' });
    await askScreen('basket.keep', { id, draft, lines: 1, goods: [] });
    goBy(4 * minute);
    expect(await role()).toBe('cashier');
    goBy(minute);
    expect((await refused('basket.current', {})).code).toBe('not-allowed');
    expect(audited().at(-1)).toMatchObject({ actor: 'Sami', detail: '{"why":"idle"}' });
    await askScreen('people.signIn', sami);
    expect((await askScreen('basket.current', {})).basket).toMatchObject({ id, draft });
  });

  test('a cashier stays for the next customer', async () => {
    await askScreen('people.signIn', sami);
    goBy(8 * 60 * minute);
    expect(await role()).toBe('cashier');
  });
});

test('the system’s lock and sleep sign out whoever is there, and the page is told at once', async () => {
  await askScreen('people.signIn', sami);
  const events: TerminalEvent[] = [];
  terminal.onEvent((event) => events.push(event));
  terminal.lock();
  expect(events).toMatchObject([{ type: 'status', status: { role: 'nobody' } }]);
  expect((await refused('invoice.list', {})).code).toBe('not-allowed');
  expect(audited().at(-1)).toMatchObject({ actor: 'Sami', detail: '{"why":"system"}' });
  terminal.lock();
});

describe('a grave command', () => {
  test('asks for the PIN again five minutes after it was entered, and is then done', async () => {
    goBy(4 * minute);
    const omar = { name: 'Omar', role: 'cashier', pin: '927364' } as const;
    await askScreen('people.save', omar);
    goBy(minute);
    const grave = {
      'people.remove': { name: 'Omar' },
      'environment.show': { environment: 'simulation', passphrase: 'the shop at the corner' },
      'credential.begin': { kind: 'renewal', otp: '123456' },
      'integration.clients.create': { kind: 'service', name: 'Books', scopes: ['invoices.read'] },
      'maintenance.setBackups': { folder: path.join(folder, 'backups') },
      'maintenance.export': { folder: path.join(folder, 'export') },
      'clock.confirm': { now: new Date().toISOString(), reason: 'right' },
    } as const;
    for (const [name, input] of Object.entries(grave))
      expect(await refused(name as CommandName, input), name).toEqual({ code: 'pin-needed' });
    // Ordinary commands still work.
    await askScreen('environment.show', { environment: 'training' });
    await askScreen('maintenance.backups', {});

    expect(await refused('session.confirm', { pin: sami.pin })).toMatchObject({ code: 'wrong-pin' });
    expect((await refused('people.remove', { name: 'Omar' })).code).toBe('pin-needed');
    await askScreen('session.confirm', { pin: mona.pin });
    expect((await askScreen('people.remove', { name: 'Omar' })).people).toHaveLength(2);
    expect(audited().map(({ action }) => action)).toEqual(
      expect.arrayContaining(['pin-refused', 'pin-entered', 'person-removed']),
    );
  });

  test('asks nobody who has no PIN: a terminal without people, or the command line', async () => {
    goBy(6 * minute);
    expect(await terminal.call('people.remove', { name: 'Sami' }, commandLine)).toMatchObject({ ok: true });
    await terminal.close();
    folder = await onboardedFolder('session-alone');
    await open();
    goBy(6 * minute);
    await askScreen('people.save', { ...mona, role: 'manager' });
  });
});

describe('a PIN that is easy to guess', () => {
  test('is refused, with the reason', async () => {
    for (const pin of ['000000', '123456', '19901990'])
      expect(await refused('people.save', { name: 'Omar', role: 'cashier', pin }), pin).toMatchObject({
        code: 'bad-input',
        issues: [{ path: ['pin'], code: 'weak-pin' }],
      });
  });
});

test('names that nobody has wait together, and fill neither the audit log nor the log', async () => {
  const before = audited().length;
  for (let guess = 0; guess < 20; guess += 1) {
    const told = await refused('people.signIn', { name: `Eve ${guess}`, pin: '482913' });
    const [least, most] = guess < 2 ? [0, 0] : [1, 5];
    expect(told).toMatchObject({ code: 'wrong-pin', detail: { seconds: expect.any(Number) } });
    expect(told.detail?.seconds).toBeGreaterThanOrEqual(least);
    expect(told.detail?.seconds).toBeLessThanOrEqual(most);
  }
  expect(audited().slice(before)).toEqual(
    Array.from({ length: 3 }, () => ({ actor: 'screen', action: 'sign-in-refused', detail: '{}' })),
  );
  // These attempts do not delay a person in the list, and unknown names do not cause an audit line for each attempt.
  for (let guess = 0; guess < 20; guess += 1) await refused('people.signIn', { name: 'Sami', pin: '000000' });
  // A screen that is opened anew learns of the wait.
  const { people } = await askScreen('people.list', {});
  expect(people.filter(({ tryAt }) => tryAt !== undefined).map(({ name }) => name)).toEqual(['Sami']);
  expect(audited().slice(before + 3)).toHaveLength(3);
});
