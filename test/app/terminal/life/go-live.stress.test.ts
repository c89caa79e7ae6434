import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClockKeeping } from '../../../../main/app/diagnosis/go-live/keeps-clock.ts';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../../main/base/platform/clock.ts';
import type { ReceiptPrinter } from '../../../../main/document/paper/printer.ts';
import { type Sandbox, startSandbox } from '../../../../main/sandbox/start-sandbox.ts';
import type { GoLiveRow } from '../../../../shared/go-live.ts';
import {
  askScreen,
  coffee,
  forBusiness,
  hasOtherDisk,
  newFolderElsewhere,
  onboardSimulation,
  refusedAtScreen,
} from '../../../support/go-live.ts';
import { newFolder } from '../../../support/khatm.ts';

/*
 * Tests a terminal's steps from a new installation to its production certificate, with a real authority for both
 * environments.
 */

const passphrase = 'the shop at the corner';
const live = { environment: 'production', confirm: 'production' } as const;
const manager = { name: 'Mona', pin: '482913' };
const paper: ReceiptPrinter = {
  list: async () => [
    { name: 'Till', label: 'Till', isDefault: true },
    { name: 'Office', label: 'Office', isDefault: false },
  ],
  print: async () => undefined,
};

describe('going live', () => {
  const folder = newFolder('go-live');
  let simulation: Sandbox;
  let production: Sandbox;
  let terminal: Terminal;
  let elsewhere: ReturnType<typeof newFolderElsewhere> | undefined;
  let keeping: ClockKeeping = 'not-kept';
  const open = () =>
    openTerminal({ folder, version: '0', passphrase, printer: paper, keepsClock: async () => keeping });
  const rows = async () =>
    Object.fromEntries(
      (await askScreen(terminal, 'goLive.get', {})).rows.map(({ id, state, detail }) => [
        id,
        `${state} ${detail.found}`,
      ]),
    );
  /** Returns the lines of an environment's audit log with actions like this one, oldest first. */
  const audited = (environment: string, action: string) => {
    const database = new BetterSqlite3(path.join(folder, environment, 'ledger.db'), { readonly: true });
    const lines = database
      .prepare<[string], { actor: string; action: string; detail: string }>(
        'SELECT actor, action, detail FROM audit WHERE action LIKE ? ORDER BY id',
      )
      .all(action);
    database.close();
    return lines.map((line) => ({ ...line, detail: JSON.parse(line.detail) }));
  };
  const row = async (id: GoLiveRow) => (await rows())[id];
  const missing = async () => (await refusedAtScreen(terminal, 'environment.show', live)).detail?.rows;

  beforeAll(async () => {
    simulation = await startSandbox({ clock: systemClock, plays: 'simulation' });
    production = await startSandbox({ clock: systemClock, plays: 'production' });
    terminal = await open();
    await terminal.ready();
    await askScreen(terminal, 'people.save', { ...manager, role: 'manager' });
  });
  afterAll(async () => {
    await terminal.close();
    await simulation.close();
    await production.close();
    elsewhere?.remove();
  });

  test('is refused by main to a fresh terminal, with everything that is missing', async () => {
    expect(await refusedAtScreen(terminal, 'environment.show', live)).toEqual({
      code: 'go-live-missing',
      detail: { rows: 'articles, people, printer, backup, clock, sale' },
    });
    expect((await askScreen(terminal, 'environment.list', {})).environments).toContainEqual(
      expect.objectContaining({ environment: 'production', begun: false }),
    );
  });

  test('asks for a trial sale, and for a cleared invoice where the certificate covers them', async () => {
    await onboardSimulation(terminal, simulation);
    expect(await rows()).toMatchObject({
      sale: 'missing sale-none',
      clearance: 'missing clearance-none',
    });
    await askScreen(terminal, 'sale.issue', coffee);
    await terminal.idle();
    expect(await rows()).toMatchObject({
      sale: 'done sale-accepted',
      clearance: 'missing clearance-none',
    });
    await askScreen(terminal, 'sale.issue', forBusiness);
    await terminal.idle();
    expect(await row('clearance')).toBe('done clearance-accepted');
    expect(await missing()).toBe('articles, people, printer, backup, clock');
  });

  test('sees the articles, the people and the printer that printed', async () => {
    await askScreen(terminal, 'article.save', {
      article: { nameEn: 'Coffee', price: '14.00', codes: [], unit: 'PCE' },
    });
    await askScreen(terminal, 'people.save', { name: 'Sami', role: 'cashier', pin: '135790' });
    expect(await rows()).toMatchObject({
      articles: 'done articles-listed',
      people: 'done people-added',
    });
    await askScreen(terminal, 'receipt.printTest', { printer: 'Office', paper: 'roll80' });
    expect(await row('printer')).toBe('missing printer-other');
    await askScreen(terminal, 'receipt.setSettings', {
      autoPrint: false,
      paper: 'roll80',
      printer: 'Office',
    });
    expect(await row('printer')).toBe('done printer-tried');
  });

  test('asks for a backup on another disk than the books', async () => {
    const same = newFolder('copies');
    await askScreen(terminal, 'maintenance.setBackups', { folder: same });
    await expect.poll(() => row('backup')).toBe('missing backup-same-disk');
    await askScreen(terminal, 'maintenance.setBackups', {});
    expect(await row('backup')).toBe('missing backup-no-folder');
  });

  test.skipIf(!hasOtherDisk)('takes a folder on another disk', async () => {
    elsewhere = newFolderElsewhere();
    await askScreen(terminal, 'maintenance.setBackups', { folder: elsewhere.folder });
    await expect.poll(() => row('backup')).toBe('done backup-elsewhere');
  });

  test('does without a row that cannot be true here where a manager says so, never without another', async () => {
    const waive = (row: string, waived = true) => ({ row: row as 'people', waived });
    await askScreen(terminal, 'people.remove', { name: 'Sami' });
    const [article] = (await askScreen(terminal, 'article.list', { language: 'en' })).articles;
    await askScreen(terminal, 'article.setActive', { id: article?.id ?? '', active: false });
    for (const id of ['articles', 'clock', 'sale', 'clearance'])
      expect((await refusedAtScreen(terminal, 'goLive.waive', waive(id))).code).toBe('bad-input');
    await askScreen(terminal, 'article.setActive', { id: article?.id ?? '', active: true });
    const { rows: after } = await askScreen(terminal, 'goLive.waive', waive('people'));
    expect(after.find(({ id }) => id === 'people')).toMatchObject({
      state: 'waived',
      detail: { found: 'people-alone', by: 'Mona', at: expect.any(String) },
    });
    expect(await missing()).toBe(hasOtherDisk ? 'clock' : 'backup, clock');
    await askScreen(terminal, 'goLive.waive', waive('people', false));
    expect(await missing()).toContain('people');
    await askScreen(terminal, 'goLive.waive', waive('people'));
    expect(audited('simulation', 'go-live-%').slice(-3)).toEqual([
      { actor: 'Mona', action: 'go-live-waived', detail: { row: 'people' } },
      { actor: 'Mona', action: 'go-live-asked-again', detail: { row: 'people' } },
      { actor: 'Mona', action: 'go-live-waived', detail: { row: 'people' } },
    ]);
  });

  test('a cashier neither sees the list nor does without anything', async () => {
    await askScreen(terminal, 'people.save', { name: 'Sami', role: 'cashier', pin: '135790' });
    await askScreen(terminal, 'people.signIn', { name: 'Sami', pin: '135790' });
    expect((await refusedAtScreen(terminal, 'goLive.get', {})).code).toBe('not-allowed');
    expect((await refusedAtScreen(terminal, 'goLive.waive', { row: 'people', waived: true })).code).toBe(
      'not-allowed',
    );
    await askScreen(terminal, 'people.signIn', manager);
    await askScreen(terminal, 'people.remove', { name: 'Sami' });
  });

  test('takes a clock that the system keeps, or that agrees with the authority’s', async () => {
    keeping = 'unknown';
    expect(await row('clock')).toBe('done clock-measured');
    keeping = 'kept';
    expect(await row('clock')).toBe('done clock-kept');
  });

  test('lets a terminal with nothing missing begin, and asks again before its certificate', async () => {
    await askScreen(terminal, 'environment.show', live);
    await askScreen(terminal, 'environment.setAddress', {
      environment: 'production',
      address: production.address,
    });
    if (hasOtherDisk)
      expect(await askScreen(terminal, 'maintenance.backups', {})).toMatchObject({
        folder: elsewhere?.folder,
      });
    keeping = 'not-kept';
    const begin = (otp: string) => ({ kind: 'onboarding', otp, confirm: 'production' }) as const;
    expect(await refusedAtScreen(terminal, 'credential.begin', begin(production.makeOtp()))).toEqual({
      code: 'go-live-missing',
      detail: { rows: 'clock' },
    });
    keeping = 'kept';
    expect((await askScreen(terminal, 'credential.begin', begin('000000'))).flow?.needsOtp).toBe(true);
    expect(audited('production', 'credential.onboarding.asked')).toMatchObject([
      {
        actor: 'Mona',
        detail: {
          settled: expect.arrayContaining([
            expect.objectContaining({ id: 'people', state: 'waived' }),
            expect.objectContaining({ id: 'sale', state: 'done' }),
          ]),
        },
      },
    ]);
    // An onboarding that is in progress continues.
    keeping = 'not-kept';
    expect(await askScreen(terminal, 'credential.begin', begin(production.makeOtp()))).toMatchObject({
      state: 'production',
    });
  });

  test('asks nothing of a terminal that is live: it renews, restarts and switches', async () => {
    expect(await askScreen(terminal, 'goLive.get', {})).toMatchObject({ needed: false, rows: [] });
    await askScreen(terminal, 'goLive.waive', { row: 'people', waived: false });
    await askScreen(terminal, 'environment.show', { environment: 'training' });
    await askScreen(terminal, 'environment.show', { environment: 'production' });
    await terminal.close();
    terminal = await open();
    await terminal.ready();
    await askScreen(terminal, 'people.signIn', manager);
    for (const kind of ['renewal', 'reissue'] as const)
      expect(
        await askScreen(terminal, 'credential.begin', { kind, otp: production.makeOtp() }),
      ).toMatchObject({ state: 'production', flow: undefined });
    expect(await askScreen(terminal, 'sale.issue', coffee)).toMatchObject({ icv: 1 });
  });
});
