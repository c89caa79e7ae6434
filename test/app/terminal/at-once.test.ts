import { afterAll, beforeAll, expect, test } from 'vitest';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { type Sandbox, startSandbox } from '../../../main/sandbox/start-sandbox.ts';
import { contract } from '../../../shared/contract/index.ts';
import { newFolder } from '../../support/khatm.ts';

/* Tests simultaneous commands on one terminal, and commands without permission. */

const folder = newFolder('at-once');
const passphrase = 'the shop at the corner';
let authority: Sandbox;
let terminal: Terminal;
const call = (name: string, input: unknown) => terminal.callFromScreen(name, input);
const code = async (name: string, input: unknown) => {
  const result = await call(name, input);
  return result.ok ? 'ok' : result.failure.code;
};

beforeAll(async () => {
  authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
  terminal = await openTerminal({ folder, version: '0', passphrase });
  await terminal.ready();
  await call('people.save', { name: 'Mona', role: 'manager', pin: '482913' });
});
afterAll(async () => {
  await terminal.close();
  await authority.close();
});

test('an environment that two begin at once is begun once, and can be worked on', async () => {
  const show = () => code('environment.show', { environment: 'simulation' });
  expect(await Promise.all([show(), show()])).toEqual(['ok', 'ok']);
  expect(
    await code('environment.setAddress', { environment: 'simulation', address: authority.address }),
  ).toBe('ok');
});

test.each([
  'http://gateway.example.com/e-invoicing',
  'https://user:secret@gateway.example.com/',
  'https://gateway.example.com/?a=b',
])('an address that nothing may be sent to is not taken: %s', async (address) => {
  expect(await code('environment.setAddress', { environment: 'simulation', address })).toBe('bad-input');
  expect(await code('environment.list', {})).toBe('ok');
});

test.each([
  'https://gw-fatoora.zatca.gov.sa:443/e-invoicing/core',
  'https://GW-FATOORA.zatca.gov.sa/e-invoicing/simulation/../core/',
])('another environment’s address is seen in any spelling: %s', async (address) => {
  expect(await code('environment.setAddress', { environment: 'simulation', address })).toBe(
    'other-environment',
  );
});

test('while a flow runs, nothing is begun, given up or closed under it', async () => {
  await call('company.save', trainingCompany);
  authority.carryOut('delay=150@compliance');
  const otp = authority.makeOtp();
  const first = call('credential.begin', { kind: 'onboarding', otp });
  expect(await code('credential.begin', { kind: 'onboarding', otp })).toBe('flow-running');
  expect(await code('credential.abandon', {})).toBe('flow-running');
  expect(await code('environment.setAddress', { environment: 'simulation' })).toBe('flow-running');
  expect(await code('environment.setVersion', { environment: 'simulation', version: 'V3' })).toBe(
    'flow-running',
  );
  // The flow continues while another environment is shown.
  await call('environment.show', { environment: 'training' });
  expect((await first).ok).toBe(true);
  await call('environment.show', { environment: 'simulation' });
  expect(await call('credential.get', {})).toMatchObject({ value: { state: 'production' } });
  authority.faults.set([]);
});

test('closing in the middle of a flow keeps what was issued; the next start goes on without a code', async () => {
  authority.carryOut('delay=150@compliance');
  const begun = call('credential.begin', { kind: 'reissue', otp: authority.makeOtp() });
  await expect
    .poll(async () => (await call('terminal.onboarding', {})) as { value?: { steps: unknown[] } })
    .toMatchObject({ value: { steps: expect.arrayContaining([{ step: 'compliance', state: 'running' }]) } });
  await terminal.close();
  await begun;
  authority.faults.set([]);
  terminal = await openTerminal({ folder, version: '0', passphrase });
  await terminal.ready();
  await call('people.signIn', { name: 'Mona', pin: '482913' });
  expect(await call('credential.get', {})).toMatchObject({ value: { flow: { needsOtp: false } } });
  expect(await call('credential.continue', {})).toMatchObject({ ok: true, value: { flow: undefined } });
});

test('whoever is not signed in, and a cashier, is refused every command of a manager', async () => {
  await call('people.save', { name: 'Sami', role: 'cashier', pin: '135790' });
  await call('people.signOut', {});
  const commands = Object.entries(contract);
  const managers = commands.filter(([, { role }]) => role === 'manager').map(([name]) => name);
  const notForNobody = commands.filter(([, { role }]) => role !== 'nobody').map(([name]) => name);
  for (const name of notForNobody) expect([name, await code(name, {})]).toEqual([name, 'not-allowed']);
  await call('people.signIn', { name: 'Sami', pin: '135790' });
  for (const name of managers) expect([name, await code(name, {})]).toEqual([name, 'not-allowed']);
});
