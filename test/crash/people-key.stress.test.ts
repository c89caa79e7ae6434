import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import { vaultOf } from '../../main/app/terminal/environment-vaults.ts';
import { openTerminal, type Terminal } from '../../main/app/terminal/terminal.ts';
import { systemClock } from '../../main/base/platform/clock.ts';
import { openDatabase } from '../../main/books/ledger/database/database.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import {
  isGenuine,
  openPeopleTable,
  type PeopleList,
  withProof,
} from '../../main/till/people/people-list.ts';
import { type PeopleRecord, readRecord } from '../../main/till/people/people-record.ts';
import { migrations } from '../../main/till/people/schema.ts';
import type { Environment } from '../../shared/status.ts';
import { askScreen, prepareToGoLive, refusedAtScreen } from '../support/go-live.ts';
import { newFolder } from '../support/khatm.ts';
import { makeCheapVault } from '../support/passphrase-vault.ts';
import { programFile } from '../support/run/programs.ts';
import type { KillPoint } from './till/till-messages.ts';

/* Tests the key with which production's vault proves the list of people, also of a shop that dies at any moment. */

const passphrase = 'the shop at the corner';
const mona = { name: 'Mona', pin: '482913' };
const [shop, state] = [newFolder('people-key'), newFolder('people-key-state')];
const file = (...parts: string[]) => path.join(shop, ...parts);
const shared = process.env.KHATM_STATE;
let authority: Sandbox;
let terminal: Terminal;

async function open(environment?: Environment): Promise<void> {
  const keepsClock = async () => 'kept' as const;
  const options = { version: '0', passphrase, keepsClock, environment };
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

async function recordOf(environment: Environment): Promise<PeopleRecord> {
  const vault = vaultOf(shop, environment, passphrase);
  await vault.open();
  const record = await readRecord(vault.store, environment);
  if (record === undefined) throw new Error(`${environment} has no record of the people`);
  return record;
}

/** Changes the list of people in the closed shop's terminal.db. */
function changeList(work: (list: PeopleList) => PeopleList): PeopleList {
  const database = openDatabase(file('terminal.db'), migrations);
  const table = openPeopleTable(database);
  table.change(work);
  const list = table.read();
  database.close();
  return list;
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
  const list = changeList((same) => same);
  expect(isGenuine(key, list)).toBe(true);
  expect(list.proof?.revision).toBe(revision);
  expect((await recordOf('simulation')).key).not.toEqual(key);
}

let asReady: () => void;
let asLive: () => void;
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
  await terminal.close();
  asLive = keep();
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

describe('a till that went live', () => {
  const look = ['credential', 'status', '--data', shop, '--env', 'production'];
  beforeEach(() => asLive());

  test('believes nobody whom simulation’s vault proves', async () => {
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
    expect((await askScreen(terminal, 'terminal.status', {})).alarms).toContainEqual(
      expect.objectContaining({ kind: 'people', level: 'red', why: 'altered' }),
    );
    expect(restored()).toEqual([{ why: 'altered', added: ['Eve'], removed: [], changed: [] }]);
  });

  test.each(points)('tells of a list that it puts back, though it dies over it (%s)', async (point) => {
    let nth = 0;
    for (;;) {
      asLive();
      changeList(({ rows, ...list }) => ({ ...list, rows: rows.map((row) => ({ ...row, name: 'Eve' })) }));
      nth += 1;
      if (!(await dies(point, nth, ...look))) break;
      await open();
      expect((await askScreen(terminal, 'terminal.status', {})).alarms).toContainEqual(
        expect.objectContaining({ kind: 'people', level: 'red', why: 'altered' }),
      );
      await terminal.close();
      expect(restored()).toContainEqual({ why: 'altered', added: ['Eve'], removed: ['Mona'], changed: [] });
    }
    expect(nth).toBeGreaterThan(1);
  });
});
