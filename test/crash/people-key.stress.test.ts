import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import { vaultOf } from '../../main/app/terminal/environment-vaults.ts';
import { openTerminal, type Terminal } from '../../main/app/terminal/terminal.ts';
import { systemClock } from '../../main/base/platform/clock.ts';
import { openDatabase } from '../../main/books/ledger/database/database.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { terminalMigrations } from '../../main/till/people/migrations.ts';
import {
  isGenuine,
  openPeopleTable,
  type PeopleList,
  withProof,
} from '../../main/till/people/people-list.ts';
import { isKeyOf, type PeopleRecord, readRecord, writeRecord } from '../../main/till/people/people-record.ts';
import type { Environment } from '../../shared/status.ts';
import { askScreen, prepareToGoLive, refusedAtScreen } from '../support/go-live.ts';
import { newFolder } from '../support/khatm.ts';
import { makeCheapVault } from '../support/passphrase-vault.ts';
import { programFile } from '../support/run/programs.ts';
import type { KillPoint } from './till/till-messages.ts';

/*
 * Tests the key with which production's vault proves the list of people: a shop that dies while it goes live, and one
 * that went live with a version that let production have the key of simulation.
 */

const passphrase = 'the shop at the corner';
const mona = { name: 'Mona', pin: '482913' };
const omar = { name: 'Omar', pin: '927364' };
const [shop, state] = [newFolder('people-key'), newFolder('people-key-state')];
const file = (...parts: string[]) => path.join(shop, ...parts);
const drive = newFolder('people-key-drive');
const shared = process.env.KHATM_STATE;
let authority: Sandbox;
let terminal: Terminal;

async function open(environment?: Environment, opensBroken = false): Promise<void> {
  const keepsClock = async () => 'kept' as const;
  const options = { version: '0', passphrase, keepsClock, environment, opensBroken };
  terminal = await openTerminal({ folder: shop, ...options });
  await terminal.ready().catch(() => undefined);
}

/** Keeps the closed shop; the function that it returns brings it back to the same place. */
function keep(): () => void {
  const copies = [shop, state].map((from) => {
    const to = newFolder('people-key-copy');
    cpSync(from, to, { recursive: true });
    return [from, to] as const;
  });
  return () => {
    for (const [from, to] of copies) {
      rmSync(from, { recursive: true });
      cpSync(to, from, { recursive: true });
    }
  };
}

async function storeOf(environment: Environment) {
  const vault = vaultOf(shop, environment, passphrase);
  await vault.open();
  return vault.store;
}
async function recordOf(environment: Environment): Promise<PeopleRecord> {
  const record = await readRecord(await storeOf(environment), environment);
  if (record === undefined) throw new Error(`${environment} has no record of the people`);
  return record;
}

/** Changes the list of people in the closed shop's terminal.db. */
function changeList(work: (list: PeopleList) => PeopleList): PeopleList {
  const database = openDatabase(file('terminal.db'), terminalMigrations);
  const table = openPeopleTable(database);
  table.change(work);
  const list = table.read();
  database.close();
  return list;
}

/** Gives production the key of simulation, as a version without a key of its own for production did. */
async function asBeforeProductionHadAKey(): Promise<void> {
  const key = randomBytes(32);
  for (const environment of ['simulation', 'production'] as const)
    await writeRecord(await storeOf(environment), environment, { ...(await recordOf(environment)), key });
  changeList((list) => withProof(key, list.proof?.revision ?? 0, list));
}

const restored = () => {
  const ledger = new BetterSqlite3(file('production', 'ledger.db'), { readonly: true });
  const lines = ledger.prepare(`SELECT detail FROM audit WHERE action = 'people-restored'`).pluck().all();
  ledger.close();
  return lines.map((line) => JSON.parse(String(line)));
};

/** Starts the command line, which kills itself at the point. Resolves to false when it ended in another way. */
async function dies(point: KillPoint, nth: number, ...args: string[]): Promise<boolean> {
  const plan = JSON.stringify({ point, nth, effect: 'die' });
  const child = spawn(process.execPath, [programFile('test/crash/killed-cli.ts'), ...args], {
    env: { ...process.env, KHATM_PASSPHRASE: passphrase, KHATM_KILL_PLAN: plan },
    stdio: 'ignore',
  });
  const [, signal] = await once(child, 'exit');
  return signal === 'SIGKILL';
}

/** Expects that the shop knows its people without an alarm, and that nobody with another vault can add one. */
async function expectOwnKey(): Promise<void> {
  expect(await askScreen(terminal, 'terminal.status', {})).toMatchObject({
    environment: 'production',
    people: 'known',
    alarms: [],
  });
  expect((await askScreen(terminal, 'people.list', {})).people).toEqual([{ name: 'Mona', role: 'manager' }]);
  await askScreen(terminal, 'people.signIn', mona);
  await terminal.close();
  expect(restored()).toEqual([]);
  const { key, revision } = await recordOf('production');
  expect(isKeyOf('production', key)).toBe(true);
  const list = changeList((same) => same);
  expect(isGenuine(key, list)).toBe(true);
  expect(list.proof?.revision).toBe(revision);
  expect((await recordOf('simulation')).key).not.toEqual(key);
}

let asReady: () => void;
let asOld: () => void;
beforeAll(async () => {
  process.env.KHATM_STATE = state;
  authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
  await open('training');
  await askScreen(terminal, 'people.save', { ...mona, role: 'manager' });
  await makeCheapVault(shop, passphrase);
  await askScreen(terminal, 'environment.show', { environment: 'simulation' });
  await terminal.close();
  await open();
  await askScreen(terminal, 'people.signIn', mona);
  await prepareToGoLive(terminal, authority);
  await terminal.close();
  asReady = keep();
  await open();
  await askScreen(terminal, 'people.signIn', mona);
  await askScreen(terminal, 'environment.show', { environment: 'production', confirm: 'production' });
  await askScreen(terminal, 'maintenance.setBackups', { folder: drive });
  await askScreen(terminal, 'maintenance.backUp', {});
  await terminal.close();
  await asBeforeProductionHadAKey();
  asOld = keep();
});
afterEach(() => terminal.close().catch(() => undefined));
afterAll(async () => {
  if (shared === undefined) delete process.env.KHATM_STATE;
  else process.env.KHATM_STATE = shared;
  await authority.close();
});

const points: KillPoint[] = ['written', 'renamed', 'people-proved'];

describe('going live', () => {
  const company = path.join(newFolder('people-key-company'), 'company.json');
  writeFileSync(company, JSON.stringify(trainingCompany));
  const onboard = ['onboard', '--data', shop, '--env', 'production', '--config', company];

  test.each(points)(
    'dies at any moment (%s): production knows its people by a key of its own',
    async (point) => {
      let nth = 0;
      for (;;) {
        asReady();
        nth += 1;
        if (!(await dies(point, nth, ...onboard, '--confirm', 'production'))) break;
        await open();
        const { people, environment } = await askScreen(terminal, 'terminal.status', {});
        expect(people).toBe('known');
        await askScreen(terminal, 'people.signIn', mona);
        // It died before production had begun.
        if (environment === 'simulation')
          await askScreen(terminal, 'environment.show', { environment: 'production', confirm: 'production' });
        await expectOwnKey();
      }
      expect(nth).toBeGreaterThan(2);
    },
  );
});

describe('a till that went live with the key of simulation', () => {
  const look = ['credential', 'status', '--data', shop, '--env', 'production'];
  beforeEach(() => asOld());

  test('gets a key of its own once, when production opens', async () => {
    await open();
    await expectOwnKey();
    const { key } = await recordOf('production');
    await open();
    await expectOwnKey();
    expect((await recordOf('production')).key).toEqual(key);
  });

  test.each([
    ['before', async () => undefined],
    [
      'after',
      async () => {
        await open();
        await terminal.close();
      },
    ],
  ])('believes nobody whom simulation’s vault proves %s', async (_, first) => {
    await first();
    const { key } = await recordOf('simulation');
    changeList((list) => {
      const rows = list.rows.map((row) => ({ ...row, name: 'Eve' }));
      return withProof(key, 1000, { ...list, rows: [...list.rows, ...rows] });
    });
    await open();
    expect((await askScreen(terminal, 'people.list', {})).people).toEqual([
      { name: 'Mona', role: 'manager' },
    ]);
    expect(await refusedAtScreen(terminal, 'people.signIn', { ...mona, name: 'Eve' })).toMatchObject({
      code: 'wrong-pin',
    });
    expect((await askScreen(terminal, 'terminal.status', {})).alarms).toContainEqual({
      kind: 'people',
      level: 'red',
      why: 'altered',
    });
    expect(restored()).toEqual([{ why: 'altered', added: ['Eve'], removed: [], changed: [] }]);
  });

  test.each(points)('tells of a list that it puts back, though it dies over it (%s)', async (point) => {
    let nth = 0;
    for (;;) {
      asOld();
      changeList(({ rows, ...list }) => ({ ...list, rows: rows.map((row) => ({ ...row, name: 'Eve' })) }));
      nth += 1;
      if (!(await dies(point, nth, ...look))) break;
      await open();
      expect((await askScreen(terminal, 'terminal.status', {})).alarms).toContainEqual({
        kind: 'people',
        level: 'red',
        why: 'altered',
      });
      await terminal.close();
      expect(restored()).toContainEqual({ why: 'altered', added: ['Eve'], removed: ['Mona'], changed: [] });
    }
    expect(nth).toBeGreaterThan(1);
  });

  test.each(points)('may die at any moment of it (%s)', async (point) => {
    let nth = 0;
    for (;;) {
      asOld();
      nth += 1;
      if (!(await dies(point, nth, ...look))) break;
      await open();
      await expectOwnKey();
    }
    expect(nth).toBeGreaterThan(1);
  });

  test('restores a backup of that time', async () => {
    writeFileSync(file('production', 'ledger.db'), 'garbage'.repeat(1000));
    await open(undefined, true);
    await askScreen(terminal, 'people.signIn', mona);
    const [backup] = (await askScreen(terminal, 'backup.files', { folder: drive })).files;
    if (backup === undefined) throw new Error('there is no backup');
    const { newest } = await askScreen(terminal, 'backup.examine', { file: backup.file });
    await askScreen(terminal, 'backup.restore', { file: backup.file, newest: newest?.number ?? '0' });
    await expectOwnKey();
  });

  test('gets another key where its whole folder of that time comes back', async () => {
    await open();
    await expectOwnKey();
    const { key } = await recordOf('production');
    asOld();
    await open();
    await expectOwnKey();
    expect((await recordOf('production')).key).not.toEqual(key);
  });

  test('goes back with production alone, and tells it', async () => {
    cpSync(file('production'), file('former'), { recursive: true });
    await open();
    await askScreen(terminal, 'people.signIn', mona);
    await askScreen(terminal, 'people.save', { ...omar, role: 'manager' });
    await terminal.close();
    rmSync(file('production'), { recursive: true });
    mkdirSync(file('production'));
    cpSync(file('former'), file('production'), { recursive: true });
    await open();
    expect((await askScreen(terminal, 'people.list', {})).people).toEqual([
      { name: 'Mona', role: 'manager' },
    ]);
    expect(restored()).toEqual([{ why: 'altered', added: ['Omar'], removed: [], changed: [] }]);
    expect(isKeyOf('production', (await recordOf('production')).key)).toBe(true);
  });
});
