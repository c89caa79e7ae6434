import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { trainingCompany } from '../../../../main/app/environment/credentials/training.ts';
import type { TerminalOptions } from '../../../../main/app/terminal/options.ts';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../../main/base/platform/clock.ts';
import { createAuditLog } from '../../../../main/books/ledger/audit/audit-log.ts';
import { createSettings } from '../../../../main/books/ledger/database/settings.ts';
import { startSandbox } from '../../../../main/sandbox/start-sandbox.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import { terminalIdentityForm } from '../../../../shared/stored/program/program.ts';
import { idSetting } from '../../../../shared/stored/settings/terminal.ts';
import { orFail } from '../../../../shared/stored/stored-form.ts';
import { goLive } from '../../../support/go-live.ts';
import { khatmWith, newFolder } from '../../../support/khatm.ts';
import { makeCheapVault } from '../../../support/passphrase-vault.ts';

/* Tests the list of people of a live shop against an attacker with access to the files. */

const passphrase = 'the shop at the corner';
const mona = { name: 'Mona', pin: '482913' };
const sami = { name: 'Sami', pin: '135790' };
let folder: string;
let terminal: Terminal;

async function open(options: Partial<TerminalOptions> = {}): Promise<void> {
  terminal = await openTerminal({ folder, version: '0', passphrase, ...options });
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
const status = () => askScreen('terminal.status', {});
const peopleAlarm = (why: string) => expect.objectContaining({ kind: 'people', level: 'red', why });
const names = async () => (await askScreen('people.list', {})).people;

const file = (...parts: string[]) => path.join(folder, ...parts);

/** Changes the list as a person with an SQLite editor would, while the program is closed or running. */
function edit(sql: string): void {
  const database = new BetterSqlite3(file('terminal.db'));
  database.exec(sql);
  database.close();
}

function copyOf(name: string): () => void {
  const copy = file(`${name}.copy`);
  copyFileSync(file(name), copy);
  return () => {
    for (const ending of ['-wal', '-shm']) rmSync(file(name + ending), { force: true });
    copyFileSync(copy, file(name));
  };
}

function removeTerminalDb(): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(file(`terminal.db${ending}`), { force: true });
}

/** Returns the lines of the audit log of an environment, oldest first. */
function audited(environment: string): { actor: string; action: string; detail: string }[] {
  const database = new BetterSqlite3(file(environment, 'ledger.db'));
  const rows = database.prepare('SELECT actor, action, detail FROM audit ORDER BY id').all();
  database.close();
  return rows as { actor: string; action: string; detail: string }[];
}

const restored = (environment: string) =>
  audited(environment)
    .filter(({ action }) => action === 'people-restored')
    .map(({ detail }) => JSON.parse(detail));

const both = [
  { name: 'Mona', role: 'manager' },
  { name: 'Sami', role: 'cashier' },
];

/** A closed shop in simulation, with a manager and a cashier. Each test gets a new copy in the same place. */
const shop = newFolder('people-in-vault');
const template = newFolder('people-template');
const state = newFolder('people-state');
const stateTemplate = newFolder('people-state-template');
const shared = process.env.KHATM_STATE;
beforeAll(async () => {
  folder = shop;
  process.env.KHATM_STATE = state;
  await open();
  await askScreen('people.save', { ...mona, role: 'manager' });
  await askScreen('people.save', { ...sami, role: 'cashier' });
  await makeCheapVault(shop, passphrase);
  await askScreen('environment.show', { environment: 'simulation' });
  await terminal.close();
  cpSync(shop, template, { recursive: true });
  cpSync(state, stateTemplate, { recursive: true });
});
beforeEach(() => {
  folder = shop;
  for (const [from, to] of [
    [template, shop],
    [stateTemplate, state],
  ] as const) {
    rmSync(to, { recursive: true });
    cpSync(from, to, { recursive: true });
  }
});
afterAll(() => {
  if (shared === undefined) delete process.env.KHATM_STATE;
  else process.env.KHATM_STATE = shared;
});
afterEach(() => terminal.close().catch(() => undefined));

describe('the list of people', () => {
  test('a cashier who becomes a manager in terminal.db stays a cashier, and it is told', async () => {
    edit(`UPDATE person SET role = 'manager' WHERE name = 'Sami'`);
    await open();
    expect(await names()).toEqual(both);
    expect((await askScreen('people.signIn', sami)).role).toBe('cashier');
    expect((await status()).alarms).toContainEqual(peopleAlarm('altered'));
    expect(restored('simulation')).toEqual([{ why: 'altered', added: [], removed: [], changed: ['Sami'] }]);
  });

  test('a cashier who does so while it runs is no manager at the next command', async () => {
    await open();
    await askScreen('people.signIn', sami);
    edit(`UPDATE person SET role = 'manager' WHERE name = 'Sami'`);
    expect((await refused('maintenance.backups', {})).code).toBe('not-allowed');
    await expect.poll(async () => (await status()).role).toBe('cashier');
    expect(restored('simulation')).toHaveLength(1);
  });

  test('without terminal.db it is put back, nobody is a manager, and the keychain’s id stays', async () => {
    const id = orFail(
      terminalIdentityForm.read(readFileSync(file('simulation', 'terminal.json'), 'utf8')),
    ).id;
    removeTerminalDb();
    await open();
    expect(await status()).toMatchObject({ role: 'nobody', people: 'known' });
    expect((await refused('people.save', { name: 'x', role: 'manager', pin: '927364' })).code).toBe(
      'not-allowed',
    );
    await askScreen('people.signIn', mona);
    expect(await names()).toEqual(both);
    expect((await status()).alarms).toContainEqual(peopleAlarm('lost'));
    expect((await askScreen('environment.list', {})).environments).toMatchObject([
      {},
      { environment: 'simulation', begun: true },
      {},
    ]);
    await terminal.close();
    const database = new BetterSqlite3(file('terminal.db'));
    expect(createSettings(database).read(idSetting)).toBe(id);
    database.close();
  });

  test('an added, a removed and an exchanged PIN are noticed', async () => {
    edit(`
      INSERT INTO person SELECT 'Eve', 'manager', salt, pin, short FROM person WHERE name = 'Sami';
      UPDATE person SET (salt, pin) = (SELECT salt, pin FROM person WHERE name = 'Sami') WHERE name = 'Mona';
      DELETE FROM person WHERE name = 'Sami';`);
    await open();
    expect(await names()).toEqual(both);
    expect((await refused('people.signIn', { name: 'Mona', pin: sami.pin })).code).toBe('wrong-pin');
    await askScreen('people.signIn', mona);
    expect(restored('simulation')).toEqual([
      { why: 'altered', added: ['Eve'], removed: ['Sami'], changed: ['Mona'] },
    ]);
  });

  test.each([
    ['widened', `UPDATE people_limits SET limits = '{"discountPercent":100}'`],
    ['removed', 'DELETE FROM people_limits'],
  ])('a cashier’s limits that are %s in terminal.db hold', async (_, sql) => {
    await open();
    await askScreen('people.signIn', mona);
    await askScreen('people.setLimits', { discountPercent: 5, asks: ['reprint'] });
    await terminal.close();
    edit(sql);
    await open();
    await askScreen('people.signIn', mona);
    expect(await askScreen('people.limits', {})).toEqual({ discountPercent: 5, asks: ['reprint'] });
    edit(sql);
    await expect
      .poll(async () => (await terminal.callFromScreen('people.limits', {})).ok || names().then(() => false))
      .toBe(true);
    expect(await askScreen('people.limits', {})).toEqual({ discountPercent: 5, asks: ['reprint'] });
  });

  test('an older terminal.db does not bring back who was removed', async () => {
    await open();
    await askScreen('people.signIn', mona);
    await askScreen('people.save', { name: 'Omar', role: 'manager', pin: '927364' });
    await terminal.close();
    const putBack = copyOf('terminal.db');
    await open();
    await askScreen('people.signIn', mona);
    await askScreen('people.remove', { name: 'Omar' });
    await terminal.close();
    putBack();
    await open();
    expect((await refused('people.signIn', { name: 'Omar', pin: '927364' })).code).toBe('wrong-pin');
    expect(await names()).toEqual(both);
    expect((await status()).alarms).toContainEqual(peopleAlarm('older'));
  });

  test('an older vault does not bring back who was removed, even with the terminal.db of its time', async () => {
    await open();
    await askScreen('people.signIn', mona);
    await askScreen('people.save', { name: 'Omar', role: 'manager', pin: '927364' });
    await terminal.close();
    const putBack = [copyOf('terminal.db'), copyOf('simulation/secrets.json')];
    await open();
    await askScreen('people.signIn', mona);
    await askScreen('people.remove', { name: 'Omar' });
    await terminal.close();
    for (const put of putBack) put();
    await open();
    expect(await refused('people.signIn', { name: 'Omar', pin: '927364' })).toMatchObject({
      code: 'people-lost',
    });
    expect(await status()).toMatchObject({ people: 'lost', role: 'nobody' });
    await askScreen('people.recover', { ...mona, passphrase });
    await terminal.close();
    await open();
    expect(await names()).toEqual([{ name: 'Mona', role: 'manager' }]);
  });

  test('the alarm outlives restarts until a manager knows', async () => {
    removeTerminalDb();
    for (const _ of [1, 2]) {
      await open();
      expect((await status()).alarms).toContainEqual(peopleAlarm('lost'));
      await terminal.close();
    }
    await open();
    await askScreen('people.signIn', sami);
    expect((await refused('people.acknowledge', {})).code).toBe('not-allowed');
    await askScreen('people.signIn', mona);
    await askScreen('people.acknowledge', {});
    expect((await status()).alarms).toEqual([]);
    await terminal.close();
    await open();
    expect((await status()).alarms).toEqual([]);
    expect(restored('simulation')).toHaveLength(1);
  });

  test('nobody is known before the vault is open, whatever is on the screen', async () => {
    await open({ passphrase: undefined, environment: 'training' });
    expect(await status()).toMatchObject({ role: 'nobody', people: 'locked', vault: 'locked' });
    expect(await names()).toEqual([]);
    expect(await refused('people.signIn', mona)).toMatchObject({ code: 'vault-locked' });
    await askScreen('vault.unlock', { passphrase });
    expect(await status()).toMatchObject({ environment: 'training', people: 'known', vault: 'open' });
    expect((await askScreen('people.signIn', mona)).role).toBe('manager');
  });

  test('two programs on one folder share it', async () => {
    await open();
    await askScreen('people.signIn', mona);
    const other = await openTerminal({ folder, version: '0', passphrase });
    await other.ready().catch(() => undefined);
    await askScreen('people.save', { name: 'Omar', role: 'manager', pin: '927364' });
    expect(await other.callFromScreen('people.signIn', { name: 'Omar', pin: '927364' })).toMatchObject({
      ok: true,
    });
    expect(await other.callFromScreen('people.remove', { name: 'Mona' })).toMatchObject({ ok: true });
    expect((await status()).role).toBe('nobody');
    expect(restored('simulation')).toEqual([]);
    await other.close();
    await terminal.close();
    await open();
    expect((await names()).map(({ name }) => name)).toEqual(['Omar', 'Sami']);
    expect((await status()).alarms).toEqual([]);
  });

  test('goes with the shop into production', async () => {
    await open({ keepsClock: async () => 'kept' });
    await askScreen('people.signIn', mona);
    const authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
    await goLive(terminal, authority);
    await authority.close();
    await askScreen('people.save', { name: 'Omar', role: 'manager', pin: '927364' });
    await terminal.close();
    removeTerminalDb();
    await open();
    expect(await status()).toMatchObject({ environment: 'production', people: 'known', role: 'nobody' });
    expect((await names()).map(({ name }) => name)).toEqual(['Mona', 'Omar', 'Sami']);
    expect(restored('production')).toHaveLength(1);
  });

  test('of simulation proves nobody in production, though production was hidden for a while', async () => {
    await open({ keepsClock: async () => 'kept' });
    await askScreen('people.signIn', mona);
    const omar = { name: 'Omar', pin: '927364' };
    await askScreen('people.save', { ...omar, role: 'manager' });
    const other = await openTerminal({ folder, version: '0', passphrase });
    await other.ready().catch(() => undefined);
    const authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
    await goLive(terminal, authority);
    await authority.close();
    await askScreen('people.remove', { name: omar.name });
    // A program that began before production knows nobody until it starts again, and changes nothing.
    expect(await other.callFromScreen('people.signIn', omar)).toMatchObject({ ok: false });
    expect(await other.callFromScreen('people.list', {})).toMatchObject({ ok: true, value: { people: [] } });
    await other.close();
    expect(await names()).toEqual(both);
    expect(restored('production')).toEqual([]);
    await terminal.close();
    mkdirSync(file('away'));
    renameSync(file('production'), file('away', 'production'));
    removeTerminalDb();
    await open();
    // A person who can sign in here can change the list until its revision is above production's.
    if ((await terminal.callFromScreen('people.signIn', omar)).ok)
      for (const pin of ['314159', '271828', '161803', '141421', '173205', omar.pin])
        await terminal.callFromScreen('people.save', { name: omar.name, pin, role: 'manager' });
    await terminal.close();
    renameSync(file('away', 'production'), file('production'));
    await open();
    expect(await names()).toEqual(both);
    expect(await refused('people.signIn', omar)).toMatchObject({ code: 'wrong-pin' });
  });
});

describe('a terminal.db that somebody spoiled', () => {
  test.each([
    ['no database', () => writeFileSync(file('terminal.db'), 'nothing of the kind '.repeat(500))],
    ['a table less', () => edit('DROP TABLE person')],
    ['a setting that nobody can read', () => edit(`UPDATE setting SET value = '{' WHERE key = 'id'`)],
  ])('closes no shop: %s', async (_, spoil) => {
    await open();
    await terminal.close();
    spoil();
    await open();
    expect(await status()).toMatchObject({ role: 'nobody', people: 'known' });
    expect((await status()).alarms).toContainEqual(peopleAlarm('lost'));
    expect((await askScreen('people.signIn', mona)).role).toBe('manager');
    expect(readdirSync(folder).filter((name) => name.startsWith('terminal.db.damaged-'))).not.toEqual([]);
  });

  test('while it runs is answered by a failure', async () => {
    await open();
    await askScreen('people.signIn', mona);
    edit('ALTER TABLE person RENAME TO gone');
    expect((await refused('terminal.status', {})).code).toBe('ledger-broken');
    terminal.lock();
    edit('ALTER TABLE gone RENAME TO person');
    expect((await status()).role).toBe('nobody');
  });
});

test('a manager signs in over damaged books, and brings them back', async () => {
  const drive = newFolder('drive');
  const ledger = file('simulation', 'ledger.db');
  await open();
  await askScreen('people.signIn', mona);
  await askScreen('company.save', trainingCompany);
  await askScreen('maintenance.setBackups', { folder: drive });
  await askScreen('maintenance.backUp', {});
  await terminal.close();
  writeFileSync(ledger, 'garbage'.repeat(1000));
  await open({ opensBroken: true });
  expect(await status()).toMatchObject({
    role: 'nobody',
    people: 'known',
    unready: { code: 'ledger-broken' },
  });
  expect(await refused('people.signIn', { ...mona, pin: '111111' })).toMatchObject({ code: 'wrong-pin' });
  expect(await refused('backup.files', { folder: drive })).toMatchObject({ code: 'not-allowed' });
  await askScreen('people.signIn', sami);
  expect(await refused('backup.files', { folder: drive })).toMatchObject({ code: 'not-allowed' });
  await askScreen('people.signIn', mona);
  expect(await refused('people.save', { name: 'Omar', role: 'manager', pin: '927364' })).toMatchObject({
    code: 'ledger-broken',
  });
  const [backup] = (await askScreen('backup.files', { folder: drive })).files;
  if (backup === undefined) throw new Error('no backup');
  const { newest } = await askScreen('backup.examine', { file: backup.file });
  await askScreen('backup.restore', { file: backup.file, last: newest?.number ?? '0' });
  const now = await status();
  expect(now).toMatchObject({ role: 'manager', people: 'known', alarms: [] });
  expect(now.unready).toBeUndefined();
  expect((await names()).map(({ name }) => name)).toEqual(['Mona', 'Sami']);
  expect(audited('simulation').map(({ action }) => action)).toContain('backup-restored');
});

test('a vault that cannot be written when the people are put back is tried again, and says so', async () => {
  removeTerminalDb();
  mkdirSync(file('simulation', 'secrets.json.new'));
  await open({ environment: 'training' });
  expect(await status()).toMatchObject({ role: 'nobody', people: 'locked', vault: 'unavailable' });
  expect(await refused('vault.unlock', {})).toMatchObject({
    code: 'vault-unavailable',
    detail: { why: 'unwritable' },
  });
  rmSync(file('simulation', 'secrets.json.new'), { recursive: true });
  await askScreen('vault.unlock', {});
  expect(await status()).toMatchObject({ people: 'known', vault: 'open' });
  expect((await status()).alarms).toContainEqual(peopleAlarm('lost'));
  await askScreen('people.signIn', mona);
  await askScreen('people.acknowledge', {});
  await terminal.close();
  await open();
  expect((await status()).alarms).toEqual([]);
});

test.each([
  ['the system’s lock', () => terminal.lock()],
  ['signing out', () => terminal.callFromScreen('people.signOut', {})],
])('%s ends the session though the audit log cannot be written', async (_, leave) => {
  await open({ environment: 'simulation' });
  await askScreen('people.signIn', mona);
  const ledger = new BetterSqlite3(file('simulation', 'ledger.db'));
  ledger.exec('ALTER TABLE audit RENAME TO gone');
  await leave();
  ledger.exec('ALTER TABLE gone RENAME TO audit');
  ledger.close();
  expect((await status()).role).toBe('nobody');
});

/** Deletes an entry of simulation's vault while no terminal is open. */
async function deleteSecret(name: 'people' | 'witness'): Promise<void> {
  const { openEncryptedFile } = await import('../../../../main/base/vault/encrypted-file.ts');
  const { takeLock } = await import('../../../../main/books/ledger/queue/process-lock.ts');
  const store = await openEncryptedFile({
    file: file('simulation', 'secrets.json'),
    opener: { passphrase },
    lock: takeLock,
    create: false,
  });
  await store.delete(`simulation/${name}`);
}

/** Makes the state of a terminal whose vault has no list, although there are people. */
async function withoutListInVault(): Promise<void> {
  await open();
  await askScreen('people.signIn', mona);
  await terminal.close();
  await deleteSecret('people');
  edit('DELETE FROM people_proof');
}

describe('a list that the vault does not have', () => {
  test('is taken over where the audit log knows of none', async () => {
    // Neither the ledger nor a witness shows that there was one, as after a power cut while simulation began.
    await withoutListInVault();
    for (const ending of ['', '-wal', '-shm'])
      rmSync(file('simulation', `ledger.db${ending}`), { force: true });
    rmSync(state, { recursive: true });
    await deleteSecret('witness');
    await open();
    expect(await status()).toMatchObject({ people: 'known', alarms: [] });
    await askScreen('people.signIn', mona);
    expect(audited('simulation').map(({ action }) => action)).toContain('people-recorded');
  });

  test('is believed by nobody once the vault had one: whoever knows the passphrase begins it anew', async () => {
    await withoutListInVault();
    edit(`UPDATE person SET role = 'manager' WHERE name = 'Sami'`);
    await open();
    expect(await status()).toMatchObject({ people: 'lost', role: 'nobody' });
    expect((await refused('people.signIn', sami)).code).toBe('people-lost');
    const anew = { name: 'Sara', pin: '482913' };
    expect(await refused('people.recover', { ...anew, passphrase: 'not this one either' })).toMatchObject({
      code: 'vault-locked',
      detail: { why: 'wrong-passphrase' },
    });
    await askScreen('people.recover', { ...anew, passphrase });
    expect(await status()).toMatchObject({ people: 'known', role: 'manager', person: 'Sara' });
    expect(await names()).toEqual([{ name: 'Sara', role: 'manager' }]);
    expect((await refused('people.recover', { ...anew, passphrase })).code).toBe('not-allowed');
  });

  test.each([
    ['terminal.db', () => edit(`INSERT INTO people_proof VALUES (1, ${Number.MAX_SAFE_INTEGER}, x'00')`)],
    [
      'the audit log',
      () => {
        const ledger = new BetterSqlite3(file('simulation', 'ledger.db'));
        createAuditLog(ledger, '').write({
          at: 0,
          actor: 'terminal',
          action: 'people-recorded',
          detail: { revision: Number.MAX_SAFE_INTEGER },
        });
        ledger.close();
      },
    ],
  ])('begins it anew though somebody wrote the highest revision into %s', async (_, write) => {
    await withoutListInVault();
    write();
    await open();
    await askScreen('people.recover', { name: 'Sara', pin: '482913', passphrase });
    await terminal.close();
    await open();
    expect(await names()).toEqual([{ name: 'Sara', role: 'manager' }]);
  });

  test('or begins it anew from the command line', async () => {
    await withoutListInVault();
    const run = await khatmWith(
      { KHATM_PASSPHRASE: passphrase, KHATM_PIN: '927364' },
      ...['manager', '--data', folder, '--name', 'Sara'],
    );
    expect(run).toMatchObject({ code: 0, stderr: '' });
    await open();
    expect(await names()).toEqual([{ name: 'Sara', role: 'manager' }]);
    await askScreen('people.signIn', { name: 'Sara', pin: '927364' });
  });

  test('a terminal that lost terminal.db before the vault had a list is nobody’s', async () => {
    await withoutListInVault();
    removeTerminalDb();
    await open();
    expect(await status()).toMatchObject({ people: 'lost', role: 'nobody' });
  });
});

test('a live folder that was moved away for a moment brings its people back with it', async () => {
  mkdirSync(file('away'));
  renameSync(file('simulation'), file('away', 'simulation'));
  removeTerminalDb();
  await open();
  expect((await status()).role).toBe('manager');
  await askScreen('people.save', { name: 'Eve', role: 'manager', pin: '927364' });
  await terminal.close();
  renameSync(file('away', 'simulation'), file('simulation'));
  await open();
  expect(await names()).toEqual(both);
  expect((await refused('people.signIn', { name: 'Eve', pin: '927364' })).code).toBe('wrong-pin');
});

test('training alone asks for no PIN', async () => {
  folder = newFolder('people-training');
  await open();
  expect(await status()).toMatchObject({ role: 'manager', people: 'free' });
  await askScreen('people.save', { ...mona, role: 'manager' });
  await terminal.close();
  removeTerminalDb();
  await open();
  expect((await status()).role).toBe('manager');
});
