import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trainingCompany } from '../../../../main/app/environment/credentials/training.ts';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../../main/base/platform/clock.ts';
import type { Shell } from '../../../../main/base/platform/system/shell.ts';
import { type Sandbox, startSandbox } from '../../../../main/sandbox/start-sandbox.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { Failure } from '../../../../shared/failure.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { newFolder } from '../../../support/khatm.ts';

const coffee: SaleInput = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };
const company = { ...trainingCompany, terminal: { numberPrefix: 'S1', serial: 'till-7' } };
const passphrase = 'the shop at the corner';
/** Windows has a keychain for each user, which needs no passphrase. */
const hasKeychain = process.platform === 'win32';

/** Sends a command as the person at the screen. */
async function askScreen<N extends CommandName>(terminal: Terminal, name: N, input: CommandInput<N>) {
  const result = await terminal.callFromScreen(name, input);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
async function refused<N extends CommandName>(
  terminal: Terminal,
  name: N,
  input: CommandInput<N>,
): Promise<Failure> {
  const result = await terminal.callFromScreen(name, input);
  if (result.ok) throw new Error(`${name} was allowed`);
  return result.failure;
}

describe('people at the terminal', () => {
  test('the first is a manager, a PIN lets in, a wrong one has to wait, and a cashier manages nothing', async () => {
    const folder = newFolder('people');
    let terminal = await openTerminal({ folder, version: '0' });
    await terminal.ready();
    expect(await askScreen(terminal, 'terminal.status', {})).toMatchObject({
      role: 'manager',
      person: undefined,
    });
    expect(
      await refused(terminal, 'people.save', { name: 'Sami', role: 'cashier', pin: '135790' }),
    ).toMatchObject({
      issues: [{ path: ['role'], code: 'manager-missing' }],
    });
    expect(await refused(terminal, 'people.save', { name: 'Mona', role: 'manager' })).toMatchObject({
      issues: [{ path: ['pin'], code: 'required' }],
    });
    await askScreen(terminal, 'people.save', { name: 'Mona', role: 'manager', pin: '482913' });
    // The person who sets the terminal up stays signed in.
    expect(await askScreen(terminal, 'terminal.status', {})).toMatchObject({
      role: 'manager',
      person: 'Mona',
    });
    await askScreen(terminal, 'people.save', { name: 'سامي', role: 'cashier', pin: '135790' });
    await terminal.close();

    terminal = await openTerminal({ folder, version: '0' });
    await terminal.ready();
    expect((await askScreen(terminal, 'terminal.status', {})).role).toBe('nobody');
    expect((await refused(terminal, 'sale.issue', coffee)).code).toBe('not-allowed');
    expect((await refused(terminal, 'people.save', { name: 'x', role: 'manager', pin: '111111' })).code).toBe(
      'not-allowed',
    );
    await askScreen(terminal, 'people.signIn', { name: 'سامي', pin: '135790' });
    await askScreen(terminal, 'shift.open', { id: crypto.randomUUID(), float: 0 });
    expect((await askScreen(terminal, 'sale.issue', coffee)).icv).toBe(1);
    expect((await refused(terminal, 'people.remove', { name: 'Mona' })).code).toBe('not-allowed');
    await askScreen(terminal, 'people.signOut', {});
    for (const seconds of [0, 0, 5])
      expect(await refused(terminal, 'people.signIn', { name: 'Mona', pin: '000000' })).toEqual({
        code: 'wrong-pin',
        detail: { seconds },
      });
    // Even the right PIN has to wait.
    expect((await refused(terminal, 'people.signIn', { name: 'Mona', pin: '482913' })).code).toBe(
      'wrong-pin',
    );
    await terminal.close();
  });
});

test('a terminal for training alone opens nothing else', async () => {
  const terminal = await openTerminal({
    folder: newFolder('training-only'),
    version: '0',
    trainingOnly: true,
  });
  await terminal.ready();
  await askScreen(terminal, 'people.save', { name: 'Mona', role: 'manager', pin: '482913' });
  expect((await refused(terminal, 'environment.show', { environment: 'simulation' })).code).toBe(
    'training-only',
  );
  // The set-up says so before anybody fills it in.
  const { environments } = await askScreen(terminal, 'environment.list', {});
  expect(environments.map(({ unavailable }) => unavailable?.code)).toEqual([
    undefined,
    'training-only',
    'training-only',
  ]);
  await terminal.close();
});

describe('an environment beside training', () => {
  const folder = newFolder('environments');
  let authority: Sandbox;
  let terminal: Terminal;
  let ahead = 0;
  const clock = {
    ...systemClock,
    now: () => systemClock.now() + ahead,
    monotonic: () => systemClock.monotonic() + ahead,
  };
  const open = () => openTerminal({ folder, version: '0', passphrase, clock });

  beforeAll(async () => {
    authority = await startSandbox({
      clock,
      plays: 'simulation',
      file: path.join(folder, 'authority.db'),
    });
    terminal = await open();
    await terminal.ready();
  });
  afterAll(async () => {
    await terminal.close();
    await authority.close();
  });

  test('needs a manager, and production a word more', async () => {
    expect((await refused(terminal, 'environment.show', { environment: 'simulation' })).code).toBe(
      'no-manager',
    );
    await askScreen(terminal, 'people.save', { name: 'Mona', role: 'manager', pin: '482913' });
    expect((await refused(terminal, 'environment.show', { environment: 'production' })).code).toBe(
      'bad-input',
    );
  });

  test('begins empty, takes an address that is not of another one, and says who sells', async () => {
    await askScreen(terminal, 'environment.show', { environment: 'simulation' });
    expect(await askScreen(terminal, 'terminal.status', {})).toMatchObject({
      environment: 'simulation',
      credential: 'none',
      vault: 'open',
      issued: 0,
    });
    expect((await refused(terminal, 'sale.issue', coffee)).code).toBe('not-onboarded');
    const core = 'https://gw-fatoora.zatca.gov.sa/e-invoicing/core';
    expect(
      (await refused(terminal, 'environment.setAddress', { environment: 'simulation', address: core })).code,
    ).toBe('other-environment');
    await askScreen(terminal, 'environment.setAddress', {
      environment: 'simulation',
      address: authority.address,
    });
    expect((await refused(terminal, 'credential.begin', { kind: 'onboarding', otp: '123456' })).code).toBe(
      'no-company',
    );
    await askScreen(terminal, 'company.save', company);
  });

  test('is onboarded with a password from the authority, and sells on its own chain', async () => {
    const wrong = await askScreen(terminal, 'credential.begin', { kind: 'onboarding', otp: '000000' });
    expect(wrong.flow).toMatchObject({ needsOtp: true, failure: { detail: { code: 'Invalid-OTP' } } });
    const done = await askScreen(terminal, 'credential.begin', {
      kind: 'onboarding',
      otp: authority.makeOtp(),
    });
    expect(done).toMatchObject({
      state: 'production',
      flow: undefined,
      certificate: { vatNumber: company.vatNumber },
    });
    const sold = await askScreen(terminal, 'sale.issue', coffee);
    expect([sold.number, sold.icv]).toEqual(['S1-000001', 1]);
    await terminal.idle();
    expect(authority.received().map(({ uuid }) => uuid)).toEqual([sold.uuid]);
    // The fields in the certificate can no longer change, but the others can.
    expect(await askScreen(terminal, 'company.get', {})).toMatchObject({
      fixed: ['vatNumber', 'certificate', 'terminal'],
    });
    expect(
      await refused(terminal, 'company.save', { ...company, vatNumber: '311111111101113' }),
    ).toMatchObject({ issues: [{ path: ['vatNumber'], code: 'fixed' }] });
    await askScreen(terminal, 'company.save', { ...company, name: 'متجر جديد' });
    expect((await refused(terminal, 'environment.setAddress', { environment: 'simulation' })).code).toBe(
      'other-environment',
    );
  });

  test('goes on sending while training is on the screen, and after a restart', async () => {
    const { uuid } = await askScreen(terminal, 'sale.issue', coffee);
    await askScreen(terminal, 'environment.show', { environment: 'training' });
    expect(await askScreen(terminal, 'terminal.status', {})).toMatchObject({
      environment: 'training',
      issued: 0,
    });
    await expect.poll(() => authority.received().some((document) => document.uuid === uuid)).toBe(true);
    const { environments } = await askScreen(terminal, 'environment.list', {});
    expect(environments).toMatchObject([
      { environment: 'training', begun: true, onScreen: true, state: 'production' },
      {
        environment: 'simulation',
        begun: true,
        addressFixed: true,
        state: 'production',
        vault: { state: 'open' },
      },
      { environment: 'production', begun: false, state: 'none' },
    ]);
    await askScreen(terminal, 'environment.show', { environment: 'simulation' });
    await terminal.close();
    terminal = await open();
    await terminal.ready();
    await askScreen(terminal, 'people.signIn', { name: 'Mona', pin: '482913' });
    expect(await askScreen(terminal, 'sale.issue', coffee)).toMatchObject({ icv: 3 });
  });

  test('tries a newer version of the gateway in simulation alone', async () => {
    authority.carryOut('version=V3');
    await askScreen(terminal, 'environment.setVersion', { environment: 'simulation', version: 'V3' });
    const { uuid } = await askScreen(terminal, 'sale.issue', coffee);
    await terminal.idle();
    expect((await askScreen(terminal, 'invoice.get', { uuid })).state).toBe('accepted');
    expect(
      (await askScreen(terminal, 'environment.list', {})).environments.map(({ version }) => version),
    ).toEqual(['V2', 'V3', 'V2']);
    await askScreen(terminal, 'environment.setVersion', { environment: 'simulation' });
  });

  test('a revoked pair stops sending and loses nothing; a re-issue has all of it sent', async () => {
    authority.carryOut('revoke');
    const { uuid } = await askScreen(terminal, 'sale.issue', coffee);
    await expect
      .poll(async () => (await askScreen(terminal, 'terminal.status', {})).connection)
      .toBe('refused');
    const done = await askScreen(terminal, 'credential.begin', { kind: 'reissue', otp: authority.makeOtp() });
    expect(done.flow?.failure).toBeUndefined();
    await expect
      .poll(async () => (await askScreen(terminal, 'invoice.get', { uuid })).state)
      .toBe('accepted');
  });

  test('issues nothing with a certificate that has run out; re-issue mends it', async () => {
    authority.carryOut('certificate-minutes=1*2');
    await askScreen(terminal, 'credential.begin', { kind: 'reissue', otp: authority.makeOtp() });
    const { issued } = await askScreen(terminal, 'terminal.status', {});
    const sold = { ...coffee, saleId: randomUUID() };
    const { uuid } = await askScreen(terminal, 'sale.issue', sold);
    ahead = 90_000;
    expect(await refused(terminal, 'sale.issue', coffee)).toMatchObject({ code: 'certificate-expired' });
    // A till that lost the answer can get it again.
    expect((await askScreen(terminal, 'sale.issue', sold)).uuid).toBe(uuid);
    const other = { ...sold, payments: [{ means: 'card' }] };
    expect(await refused(terminal, 'sale.issue', other)).toMatchObject({ code: 'sale-differs' });
    expect((await askScreen(terminal, 'terminal.status', {})).issued).toBe(issued + 1);
    await askScreen(terminal, 'credential.begin', { kind: 'reissue', otp: authority.makeOtp() });
    expect((await askScreen(terminal, 'sale.issue', coffee)).number).toMatch(/^S1-/);
  });

  test.skipIf(hasKeychain)('opens locked without the passphrase, and whoever knows it opens it', async () => {
    await terminal.close();
    let isLocked = false;
    const shell: Shell = {
      textSize: { read: () => 100, set: () => {} },
      isLocked: () => isLocked,
      lock(next) {
        isLocked = next;
      },
      chooseFolder: () => Promise.resolve('/media/usb'),
    };
    const policyFile = path.join(newFolder('environments-policy'), 'policy.json');
    writeFileSync(policyFile, JSON.stringify({ kiosk: true }), { mode: 0o600 });
    terminal = await openTerminal({ folder, version: '0', clock, shell, policyFile });
    await expect(terminal.ready()).rejects.toMatchObject({ failure: { code: 'vault-locked' } });
    expect(await askScreen(terminal, 'terminal.status', {})).toMatchObject({
      vault: 'locked',
      role: 'nobody',
    });
    // Nobody can sign in, so the window must not be locked.
    await expect.poll(() => isLocked).toBe(false);
    expect(await refused(terminal, 'vault.unlock', { passphrase: 'not this one either' })).toMatchObject({
      code: 'vault-locked',
      detail: { why: 'wrong-passphrase' },
    });
    await askScreen(terminal, 'vault.unlock', { passphrase });
    await expect.poll(() => isLocked).toBe(true);
    await askScreen(terminal, 'people.signIn', { name: 'Mona', pin: '482913' });
    expect((await askScreen(terminal, 'sale.issue', coffee)).number).toMatch(/^S1-/);
  });

  test.skipIf(hasKeychain)(
    'takes another passphrase from who knows the current one, and sells on',
    async () => {
      const next = 'the shop across the road';
      const wrong = await refused(terminal, 'vault.changePassphrase', { current: 'a guess of length', next });
      expect(wrong).toMatchObject({ code: 'vault-locked', detail: { why: 'wrong-passphrase' } });
      await askScreen(terminal, 'vault.changePassphrase', { current: passphrase, next });
      expect((await askScreen(terminal, 'sale.issue', coffee)).number).toMatch(/^S1-/);
      await terminal.close();

      terminal = await openTerminal({ folder, version: '0', clock, passphrase });
      await expect(terminal.ready()).rejects.toMatchObject({ failure: { code: 'vault-locked' } });
      await askScreen(terminal, 'vault.unlock', { passphrase: next });
      await askScreen(terminal, 'people.signIn', { name: 'Mona', pin: '482913' });
      expect((await askScreen(terminal, 'sale.issue', coffee)).number).toMatch(/^S1-/);
    },
  );
});
