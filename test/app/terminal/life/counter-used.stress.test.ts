import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { trainingCompany } from '../../../../main/app/environment/credentials/training.ts';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../../main/base/platform/clock.ts';
import { startSandbox } from '../../../../main/sandbox/start-sandbox.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { newFolder } from '../../../support/khatm.ts';
import { makeCheapVault } from '../../../support/passphrase-vault.ts';
import { cashier, manager } from '../../../support/run/callers.ts';

const coffee: SaleInput = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };

async function ask<N extends CommandName>(terminal: Terminal, name: N, input: CommandInput<N>) {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

/** Creates a simulation terminal that has sold once. Each time it opens, it may be on another machine. */
async function shop() {
  const folder = path.join(newFolder('counter'), 'data');
  const authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
  const open = (data: string, stateFolder: string) =>
    openTerminal({ folder: data, version: '0', passphrase: 'the shop at the corner', stateFolder });
  const terminal = await open(folder, newFolder('state'));
  await terminal.ready();
  await ask(terminal, 'people.save', { name: 'Mona', role: 'manager', pin: '482913' });
  await makeCheapVault(folder, 'the shop at the corner');
  await ask(terminal, 'environment.show', { environment: 'simulation' });
  await ask(terminal, 'environment.setAddress', { environment: 'simulation', address: authority.address });
  await ask(terminal, 'company.save', trainingCompany);
  await ask(terminal, 'credential.begin', { kind: 'onboarding', otp: authority.makeOtp() });
  await ask(terminal, 'sale.issue', coffee);
  await terminal.idle();
  return { folder, authority, open, terminal };
}

test('an answer that a counter was used is a stop with an alarm, and survives a restart', async () => {
  const { folder, authority, open, terminal: first } = await shop();
  await first.close();
  const snapshot = newFolder('snapshot');
  cpSync(folder, snapshot, { recursive: true });
  let terminal = await open(folder, newFolder('state'));
  await terminal.ready();
  await ask(terminal, 'sale.issue', coffee);
  await terminal.idle();
  await terminal.close();

  // The whole disk is restored, including the machine's own records, so that the terminal cannot detect it.
  rmSync(folder, { recursive: true });
  cpSync(snapshot, folder, { recursive: true });
  const state = newFolder('state');
  terminal = await open(folder, state);
  await terminal.ready();
  await ask(terminal, 'sale.issue', coffee);
  await terminal.idle();
  const refused = { failure: { code: 'counter-used', detail: { icv: 2, answer: 'sandbox-counter-reused' } } };
  await expect.poll(() => terminal.call('sale.issue', coffee, cashier)).toMatchObject(refused);
  await terminal.close();

  terminal = await open(folder, state);
  await terminal.ready();
  expect(await terminal.call('sale.issue', coffee, cashier)).toMatchObject(refused);
  const alarm = expect.objectContaining({ kind: 'ledger', level: 'red', why: 'counter-used' });
  expect(await ask(terminal, 'terminal.status', {})).toMatchObject({
    alarms: expect.arrayContaining([alarm]),
    unready: { code: 'counter-used' },
  });
  const confirm = { confirm: 'the only copy' } as const;
  expect(await terminal.call('maintenance.resumeIssuing', confirm, cashier)).toMatchObject({
    failure: { code: 'not-allowed' },
  });
  await ask(terminal, 'maintenance.resumeIssuing', confirm);
  expect(await terminal.call('sale.issue', coffee, cashier)).toMatchObject({ ok: true });
  await terminal.close();
  await authority.close();
});

test('a backup that is further than the ledger says that the ledger is old', async () => {
  const { folder, authority, open, terminal: first } = await shop();
  const backups = newFolder('backups');
  await ask(first, 'maintenance.setBackups', { folder: backups });
  await first.close();
  const snapshot = newFolder('snapshot');
  cpSync(folder, snapshot, { recursive: true });
  let terminal = await open(folder, newFolder('state'));
  await terminal.ready();
  await ask(terminal, 'sale.issue', coffee);
  await ask(terminal, 'maintenance.backUp', {});
  await terminal.close();

  rmSync(folder, { recursive: true });
  cpSync(snapshot, folder, { recursive: true });
  terminal = await open(folder, newFolder('state'));
  await expect(terminal.ready()).rejects.toMatchObject({
    failure: { code: 'ledger-old', detail: { icv: 1, witnessIcv: 2 } },
  });
  expect(await terminal.call('sale.issue', coffee, cashier)).toMatchObject({
    failure: { code: 'ledger-old' },
  });
  await terminal.close();
  await authority.close();
});
