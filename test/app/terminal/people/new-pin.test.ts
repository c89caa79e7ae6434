import { cpSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import type { Caller } from '../../../../main/base/platform/dispatch.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import { newFolder } from '../../../support/khatm.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';

/* Tests the person at the screen while somebody else changes the list of people. */

const mona = { name: 'Mona', pin: '482913' };
const sami = { name: 'Sami', pin: '135790' };
const [newPin, newestPin] = ['246801', '951739'];
const office: Caller = { role: 'manager', name: 'head office', kind: 'program', isPinFresh: true };
let folder: string;
let withMona: string;
let terminal: Terminal;

const open = () => openTerminal({ folder, version: '0' });
async function ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  const result = await terminal.callFromScreen(name, input);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
async function order<N extends CommandName>(name: N, input: CommandInput<N>, at = terminal): Promise<void> {
  expect(await at.call(name, input, office)).toMatchObject({ ok: true });
}
const role = async () => (await ask('terminal.status', {})).role;

beforeAll(async () => {
  withMona = folder = await onboardedFolder('one-manager');
  terminal = await open();
  await ask('people.save', { ...mona, role: 'manager' });
  await terminal.close();
});
beforeEach(async () => {
  folder = newFolder('new-pin');
  cpSync(withMona, folder, { recursive: true });
  terminal = await open();
});
afterEach(() => terminal.close());

test('an order of the head office signs nobody in, neither the only manager nor the first', async () => {
  await order('people.save', { ...mona, pin: newPin, role: 'manager' });
  expect(await role()).toBe('nobody');
  await order('people.save', { name: mona.name, role: 'manager' });
  expect(await role()).toBe('nobody');
  await order('people.remove', { name: mona.name });
  await order('people.save', { ...sami, role: 'manager' });
  expect(await role()).toBe('nobody');
});

test('a name has one spelling, whatever nobody sees is typed or pasted into it', async () => {
  const names = async () => (await ask('people.list', {})).people.map(({ name }) => name);
  await ask('people.signIn', mona);
  await ask('people.save', { ...sami, role: 'cashier' });
  for (const same of ['Sa\u200Bmi', '\u200FSami\u200E', 'Sa\u00ADmi', '\uFEFFSami'])
    await ask('people.save', { name: same, pin: newPin, role: 'cashier' });
  expect(await names()).toEqual(['Mona', 'Sami']);
  await ask('people.save', { name: 'Abu  Bakr\u200C', pin: sami.pin, role: 'cashier' });
  expect(await names()).toEqual(['Abu Bakr', 'Mona', 'Sami']);
  await ask('people.remove', { name: 'Abu\u200B Bakr' });
  expect(await names()).toEqual(['Mona', 'Sami']);
});

test('a PIN that others change ends what was begun with the old one; their own ends nothing', async () => {
  await ask('people.signIn', mona);
  await ask('people.save', { ...mona, pin: newPin, role: 'manager' });
  expect(await role()).toBe('manager');
  await order('people.save', { name: mona.name, role: 'manager' });
  expect(await role()).toBe('manager');
  await order('people.save', { ...mona, pin: newestPin, role: 'manager' });
  expect(await role()).toBe('nobody');
  await ask('people.signIn', { ...mona, pin: newestPin });
});

test('so does one that another program on the folder changes, and a person of the same name comes in by the PIN', async () => {
  await ask('people.signIn', mona);
  await ask('people.save', { ...sami, role: 'cashier' });
  await ask('people.signIn', sami);
  const other = await open();
  try {
    await order('people.save', { ...sami, pin: newPin, role: 'cashier' }, other);
    expect(await role()).toBe('nobody');
    await ask('people.signIn', { ...sami, pin: newPin });
    await order('people.remove', { name: sami.name }, other);
    expect(await role()).toBe('nobody');
    await order('people.save', { ...sami, role: 'manager' }, other);
    expect(await role()).toBe('nobody');
  } finally {
    await other.close();
  }
});

test('who leaves the screen while their own PIN is changed stays out', async () => {
  await ask('people.signIn', mona);
  await ask('people.save', { ...sami, role: 'manager' });
  const saved = ask('people.save', { ...mona, pin: newPin, role: 'manager' });
  // Deriving the key of the new PIN takes longer than this.
  await setTimeout(20);
  await ask('people.signOut', {});
  await saved;
  expect(await role()).toBe('nobody');
  await ask('people.signIn', { ...mona, pin: newPin });
});

test('so does the only person', async () => {
  await ask('people.signIn', mona);
  const saved = ask('people.save', { ...mona, role: 'manager' });
  await ask('people.signOut', {});
  await saved;
  expect(await role()).toBe('nobody');
});
