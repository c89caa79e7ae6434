import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { Caller } from '../../../main/base/platform/dispatch.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { cashier, manager } from '../../support/run/callers.ts';

/*
 * Tests the note about the sale whose receipt a power cut may have hidden: it names that sale, and is gone with the next
 * one of a person.
 */

const clock = new FakeClock(Date.now());
const program: Caller = { role: 'manager', name: 'Web shop', kind: 'program' };
let folder: string;
let terminal: Terminal;

async function ask<N extends CommandName>(
  name: N,
  input: CommandInput<N>,
  caller: Caller = cashier,
): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, caller);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
const sale = (): SaleInput => ({
  saleId: randomUUID(),
  lines: [{ name: 'Coffee', quantity: 1, unitPrice: '10.00' }],
});
const sell = async (caller?: Caller) => {
  clock.sleep(1_000);
  return ask('sale.issue', sale(), caller);
};
const back = async (uuid: string) => {
  const lines = [{ line: 1, quantity: '1' }];
  return ask('invoice.returnNote', { uuid, saleId: randomUUID(), lines, reason: 'Returned' });
};
const shown = async () => (await ask('sale.beforeStart', {})).last?.number;

async function start(): Promise<void> {
  terminal = await openTerminal({ folder, version: '0', clock });
  await terminal.ready();
}
async function restart(minutes = 1): Promise<void> {
  await terminal.close();
  clock.sleep(minutes * 60_000);
  await start();
}

beforeEach(async () => {
  folder = await onboardedFolder('before-start');
  await start();
  await ask('people.setLimits', { asks: [] }, manager);
});
afterEach(() => terminal.close());

test('names the last sale before the start, whatever programs sell before and after it', async () => {
  await sell();
  const { number } = await sell();
  expect(await shown()).toBeUndefined();
  await sell(program);
  await restart();
  expect(await shown()).toBe(number);
  await sell(program);
  expect(await shown()).toBe(number);
});

test.each<[string, (uuid: string) => Promise<unknown>]>([
  ['a sale', () => sell()],
  ['a return', async (uuid) => ask('sale.issue', await back(uuid))],
  ['an exchange', async (uuid) => ask('sale.exchange', { note: await back(uuid), sale: sale() })],
  ['a sale by another person', () => sell(manager)],
])('is gone with the next one: %s', async (_, next) => {
  const { uuid, number } = await sell();
  await restart();
  expect(await shown()).toBe(number);
  clock.sleep(1_000);
  await next(uuid);
  expect(await shown()).toBeUndefined();
  await sell(program);
  expect(await shown()).toBeUndefined();
});

test('names the sale of an exchange, and the note of a return', async () => {
  const { uuid } = await sell();
  const exchanged = await ask('sale.exchange', { note: await back(uuid), sale: sale() });
  await restart();
  expect(await shown()).toBe(exchanged.sale.number);
  const { number } = await ask('sale.issue', await back(exchanged.sale.uuid));
  await restart();
  expect((await ask('sale.beforeStart', {})).last).toMatchObject({ number, kind: 'creditNote' });
});

test('names nothing of long ago, and nothing of this run of the program', async () => {
  await sell();
  await restart(31);
  expect(await shown()).toBeUndefined();
  await sell();
  expect(await shown()).toBeUndefined();
});
