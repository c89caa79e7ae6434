import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { trainingCompany } from '../../../../main/app/environment/credentials/training.ts';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { type Sandbox, startSandbox } from '../../../../main/sandbox/start-sandbox.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { newFolder } from '../../../support/khatm.ts';
import { makeCheapVault } from '../../../support/passphrase-vault.ts';
import { cashier, manager } from '../../../support/run/callers.ts';

/* Tests a terminal whose clock is set wrongly, or loses the time when its battery is empty. */

const coffee: SaleInput = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };
const passphrase = 'the shop at the corner';
const hour = 3_600_000;
const day = 24 * hour;

async function ask<N extends CommandName>(terminal: Terminal, name: N, input: CommandInput<N>) {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

interface Shop {
  readonly clock: FakeClock;
  readonly authority: Sandbox;
  terminal: Terminal;
  /** Restarts the program at this time. `online` makes the authority reachable. */
  restart(now: number, online?: boolean): Promise<void>;
  sell(): Promise<unknown>;
  iso(): string;
  close(): Promise<void>;
}

/**
 * Creates a simulation terminal that has sold one document in the clock's first hour. The authority's clock is right.
 */
async function shop(): Promise<Shop> {
  const folder = path.join(newFolder('clock'), 'data');
  const clock = new FakeClock();
  const right = new FakeClock();
  let online = true;
  const authority = await startSandbox({ clock: right, plays: 'simulation' });
  const open = () =>
    openTerminal({
      folder,
      version: '0',
      passphrase,
      clock,
      environment: shopIsSetUp ? 'simulation' : 'training',
      fetch: (...call) => (online ? fetch(...call) : Promise.reject(new TypeError('fetch failed'))),
    });
  let shopIsSetUp = false;
  const terminal = await open();
  await terminal.ready();
  await ask(terminal, 'people.save', { name: 'Mona', role: 'manager', pin: '482913' });
  await makeCheapVault(folder, passphrase);
  await ask(terminal, 'environment.show', { environment: 'simulation' });
  await ask(terminal, 'environment.setAddress', { environment: 'simulation', address: authority.address });
  await ask(terminal, 'company.save', trainingCompany);
  await ask(terminal, 'credential.begin', { kind: 'onboarding', otp: authority.makeOtp() });
  await ask(terminal, 'sale.issue', coffee);
  await terminal.idle();
  shopIsSetUp = true;
  const all: Shop = {
    clock,
    authority,
    terminal,
    async restart(now, isOnline = false) {
      await all.terminal.close();
      clock.set(now);
      online = isOnline;
      all.terminal = await open();
      await all.terminal.ready();
    },
    sell: () => all.terminal.call('sale.issue', coffee, cashier),
    iso: () => new Date(clock.now()).toISOString(),
    async close() {
      await all.terminal.close();
      await authority.close();
    },
  };
  return all;
}

const ahead = (asks: 'anyone' | 'manager', days: number) => ({
  ok: false,
  failure: { code: 'clock-ahead', detail: { asks, days } },
});

describe('a clock far ahead of everything known', () => {
  test('issues nothing until a manager says that it is right, with a reason', async () => {
    const it = await shop();
    const { clock } = it;
    await it.restart(clock.now() + 400 * day);
    expect(await it.sell()).toMatchObject(ahead('manager', 400));
    const confirm = (input: CommandInput<'clock.confirm'>, caller = manager) =>
      it.terminal.call('clock.confirm', input, caller);
    expect(await confirm({ now: it.iso(), reason: 'it is' }, cashier)).toMatchObject({
      failure: { code: 'not-allowed' },
    });
    expect(await confirm({ now: it.iso() })).toMatchObject({ failure: { code: 'bad-input' } });
    const earlier = new Date(clock.now() - hour).toISOString();
    expect(await confirm({ now: earlier, reason: 'an old screen' })).toMatchObject({
      failure: { code: 'bad-input' },
    });
    expect(await it.sell()).toMatchObject(ahead('manager', 400));
    expect(await confirm({ now: it.iso(), reason: 'closed for a year' })).toMatchObject({ ok: true });
    expect(await it.sell()).toMatchObject({ ok: true, value: { icv: 2 } });
    await it.close();
  });

  test('of some days is confirmed by whoever is at the till, once, also after another start', async () => {
    const it = await shop();
    await it.restart(it.clock.now() + 3 * day);
    expect(await it.sell()).toMatchObject(ahead('anyone', 3));
    await it.restart(it.clock.now());
    expect(await it.sell()).toMatchObject(ahead('anyone', 3));
    expect(await it.terminal.call('clock.confirm', { now: it.iso() }, cashier)).toMatchObject({ ok: true });
    await it.restart(it.clock.now() + hour);
    expect(await it.sell()).toMatchObject({ ok: true, value: { icv: 2 } });
    await it.close();
  });

  test.each([
    ['a night and a closed day', 34 * hour, true],
    ['a day and a half', 36 * hour, true],
    ['a minute more', 36 * hour + 2 * 60_000, false],
  ])('asks after %s: %#', async (_, passed, sells) => {
    const it = await shop();
    await it.restart(it.clock.now() + passed);
    expect(await it.sell()).toMatchObject({ ok: sells });
    await it.close();
  });

  test('three weeks later nothing is asked where the authority tells the time', async () => {
    const it = await shop();
    const { clock } = it;
    await it.authority.close();
    const right = new FakeClock(clock.now() + 21 * day);
    const authority = await startSandbox({
      clock: right,
      plays: 'simulation',
      port: Number(new URL(it.authority.address).port),
    });
    await it.restart(clock.now() + 21 * day, true);
    expect(await it.sell()).toMatchObject({ ok: true, value: { icv: 2 } });
    await it.terminal.close();
    await authority.close();
  });

  test('is asked about where the authority says another time', async () => {
    const it = await shop();
    await it.restart(it.clock.now() + 40 * day, true);
    expect(await it.sell()).toMatchObject(ahead('manager', 40));
    await it.close();
  });

  test('that was set while the program ran is seen; three weeks of sleep ask nothing', async () => {
    const it = await shop();
    const { clock } = it;
    clock.sleep(21 * day);
    expect(await it.sell()).toMatchObject({ ok: true });
    clock.set(clock.now() + 9 * day);
    expect(await it.sell()).toMatchObject(ahead('manager', 9));
    await it.close();
  });

  test('that a person wrongly said is right is no measure once the authority says otherwise', async () => {
    const it = await shop();
    const { clock } = it;
    const right = clock.now();
    await it.restart(right + 400 * day);
    await ask(it.terminal, 'clock.confirm', { now: it.iso(), reason: 'a mistake' });
    await it.restart(right + hour, true);
    expect(await it.sell()).toMatchObject({ ok: true });
    await it.terminal.idle();
    await it.restart(right + 300 * day);
    expect(await it.sell()).toMatchObject(ahead('manager', 299));
    await it.close();
  });
});

describe('a document under a clock that was ahead', () => {
  test('closes no shop: a manager says that its time was wrong', async () => {
    const it = await shop();
    const { clock } = it;
    const right = clock.now();
    await it.restart(right + 400 * day);
    await ask(it.terminal, 'clock.confirm', { now: it.iso(), reason: 'a mistake' });
    for (let i = 0; i < 3; i++) await ask(it.terminal, 'sale.issue', coffee);
    await it.restart(right + hour);
    expect(await it.sell()).toMatchObject({ failure: { code: 'clock-back' } });

    const correct = (caller = manager) =>
      it.terminal.call('clock.correct', { now: it.iso(), reason: 'the year was wrong' }, caller);
    expect(await correct(cashier)).toMatchObject({ failure: { code: 'not-allowed' } });
    expect(await correct()).toMatchObject({ ok: true, value: { documents: 3 } });
    expect(await correct()).toMatchObject({ ok: true, value: { documents: 0 } });
    expect(await it.sell()).toMatchObject({ ok: true, value: { icv: 5 } });

    const { rows } = await ask(it.terminal, 'invoice.list', { limit: 10 });
    expect(rows.map(({ icv }) => icv)).toEqual([5, 4, 3, 2, 1]);
    for (const { issuedAt, dueAt, icv } of rows) {
      expect(Date.parse(dueAt)).toBeLessThanOrEqual(clock.now() + day);
      expect(Date.parse(issuedAt) > clock.now()).toBe(icv > 1 && icv < 5);
    }
    // The chain is unbroken, and the receipt finds each document, whatever its time.
    expect(await ask(it.terminal, 'maintenance.check', {})).toEqual({ documents: 5 });
    for (const { uuid } of rows) {
      const { qr } = await ask(it.terminal, 'invoice.get', { uuid });
      expect(await ask(it.terminal, 'invoice.find', { text: qr })).toMatchObject({ uuid });
    }
    // The effect is permanent: the terminal also sells after the next start.
    await it.restart(clock.now() + hour);
    expect(await it.sell()).toMatchObject({ ok: true, value: { icv: 6 } });
    await it.close();
  });

  test('is not said to be wrong under a clock that the authority was ahead of', async () => {
    const it = await shop();
    const { clock } = it;
    await it.restart(clock.now() - 10 * day);
    expect(await it.sell()).toMatchObject({ failure: { code: 'clock-back' } });
    const input = { now: it.iso(), reason: 'backdating' };
    expect(await it.terminal.call('clock.correct', input, manager)).toMatchObject({
      failure: { code: 'clock-back' },
    });
    await it.close();
  });

  test('closes no shop where the authority was once ahead itself', async () => {
    const it = await shop();
    const { clock } = it;
    const right = clock.now();
    it.authority.carryOut('clock-skew=34560000');
    await it.sell();
    await it.terminal.idle();
    it.authority.faults.set([]);
    await it.sell();
    await it.terminal.idle();

    await it.restart(right + 300 * day);
    expect(await it.sell()).toMatchObject(ahead('manager', 300));
    await ask(it.terminal, 'clock.confirm', { now: it.iso(), reason: 'a mistake' });
    await ask(it.terminal, 'sale.issue', coffee);
    await it.restart(right + hour);
    await ask(it.terminal, 'clock.correct', { now: it.iso(), reason: 'the year was wrong' });
    expect(await it.sell()).toMatchObject({ ok: true });
    await it.close();
  });
});
