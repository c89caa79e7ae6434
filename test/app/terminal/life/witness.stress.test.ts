import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { trainingCompany } from '../../../../main/app/environment/credentials/training.ts';
import { vaultOf } from '../../../../main/app/terminal/environment-vaults.ts';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../../main/base/platform/clock.ts';
import { type Sandbox, startSandbox } from '../../../../main/sandbox/start-sandbox.ts';
import type { TerminalEvent } from '../../../../shared/contract/events.ts';
import type { CommandInput, CommandName } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { newFolder } from '../../../support/khatm.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { makeCheapVault } from '../../../support/passphrase-vault.ts';
import { cashier, manager } from '../../../support/run/callers.ts';

const coffee: SaleInput = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };
const passphrase = 'the shop at the corner';

async function ask<N extends CommandName>(terminal: Terminal, name: N, input: CommandInput<N>) {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}
const open = (folder: string) => openTerminal({ folder, version: '0', passphrase });

/** Creates a simulation terminal that has sold once, and closes it. */
async function shop(): Promise<{ folder: string; authority: Sandbox; close: () => Promise<void> }> {
  const folder = await onboardedFolder('witness');
  const authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
  const terminal = await open(folder);
  await terminal.ready();
  await ask(terminal, 'people.save', { name: 'Mona', role: 'manager', pin: '482913' });
  await makeCheapVault(folder, passphrase);
  await ask(terminal, 'environment.show', { environment: 'simulation' });
  await ask(terminal, 'environment.setAddress', { environment: 'simulation', address: authority.address });
  await ask(terminal, 'company.save', trainingCompany);
  await ask(terminal, 'credential.begin', { kind: 'onboarding', otp: authority.makeOtp() });
  await ask(terminal, 'sale.issue', coffee);
  await terminal.close();
  return { folder, authority, close: () => authority.close() };
}

describe('the books of a terminal that were changed behind its back', () => {
  test('an older copy issues nothing; the newest goes on', async () => {
    const { folder, close } = await shop();
    const books = path.join(folder, 'simulation');
    const [older, newer] = [newFolder('older'), newFolder('newer')];
    const files = ['ledger.db', 'ledger.db-wal', 'ledger.db-shm'];
    const copy = (from: string, to: string) => {
      for (const name of files) rmSync(path.join(to, name), { force: true });
      cpSync(from, to, {
        recursive: true,
        filter: (file) => !file.includes('ledger') || files.some((name) => file.endsWith(name)),
      });
    };
    mkdirSync(older, { recursive: true });
    cpSync(path.join(books, 'ledger.db'), path.join(older, 'ledger.db'));
    let terminal = await open(folder);
    await terminal.ready();
    await ask(terminal, 'sale.issue', coffee);
    await terminal.close();
    cpSync(path.join(books, 'ledger.db'), path.join(newer, 'ledger.db'));

    copy(older, books);
    terminal = await open(folder);
    const told: TerminalEvent[] = [];
    terminal.onEvent((event) => told.push(event));
    await expect(terminal.ready()).rejects.toMatchObject({
      failure: { code: 'ledger-old', detail: { icv: 1, witnessIcv: 2 } },
    });
    expect(await terminal.call('sale.issue', coffee, cashier)).toMatchObject({
      failure: { code: 'ledger-old' },
    });
    expect(
      await terminal.call('maintenance.adoptPlace', { confirm: 'the only copy', last: 'T1-000001' }, manager),
    ).toMatchObject({
      failure: { code: 'ledger-old' },
    });
    const alarm = { kind: 'ledger', level: 'red', why: 'ledger-old' };
    expect(told).toContainEqual({ type: 'alarm', environment: 'simulation', alarm });
    expect(await ask(terminal, 'terminal.status', {})).toMatchObject({ alarms: [alarm] });
    await terminal.close();

    copy(newer, books);
    terminal = await open(folder);
    await terminal.ready();
    expect(await ask(terminal, 'sale.issue', coffee)).toMatchObject({ icv: 3 });
    await terminal.close();
    await close();
  });

  test('a copy of the whole folder elsewhere issues nothing until a manager says that it is the only one', async () => {
    const { folder, close } = await shop();
    const elsewhere = `${folder}-copy`;
    cpSync(folder, elsewhere, { recursive: true });
    const terminal = await open(elsewhere);
    await expect(terminal.ready()).rejects.toMatchObject({ failure: { code: 'ledger-copied' } });
    expect(await terminal.call('sale.issue', coffee, cashier)).toMatchObject({
      failure: { code: 'ledger-copied' },
    });
    expect(
      await terminal.call('maintenance.adoptPlace', { confirm: 'the only copy', last: 'T1-000001' }, cashier),
    ).toMatchObject({
      failure: { code: 'not-allowed' },
    });
    // The copy was made from an older image, and a receipt was given since.
    expect(
      await terminal.call('maintenance.adoptPlace', { confirm: 'the only copy', last: 'T1-000002' }, manager),
    ).toMatchObject({
      failure: { code: 'receipts-after', detail: { number: 'T1-000001', last: 'T1-000002' } },
    });
    expect(await ask(terminal, 'terminal.status', {})).toMatchObject({ unready: { code: 'ledger-copied' } });
    await ask(terminal, 'maintenance.adoptPlace', { confirm: 'the only copy', last: 'T1-000001' });
    expect(await ask(terminal, 'terminal.status', {})).toMatchObject({ alarms: [] });
    expect(await ask(terminal, 'sale.issue', coffee)).toMatchObject({ icv: 2 });
    await terminal.close();
    await close();
  });

  test('the whole folder put back, its vault included, issues nothing; a new machine asks a manager', async () => {
    const { folder, close } = await shop();
    const snapshot = newFolder('snapshot');
    cpSync(folder, snapshot, { recursive: true });
    let terminal = await open(folder);
    await terminal.ready();
    await ask(terminal, 'sale.issue', coffee);
    await terminal.close();

    rmSync(folder, { recursive: true });
    cpSync(snapshot, folder, { recursive: true });
    terminal = await open(folder);
    await expect(terminal.ready()).rejects.toMatchObject({
      failure: { code: 'ledger-old', detail: { icv: 1, witnessIcv: 2 } },
    });
    expect(await terminal.call('sale.issue', coffee, cashier)).toMatchObject({
      failure: { code: 'ledger-old' },
    });
    await terminal.close();
    await close();
  });

  // Windows cannot move a folder that contains an open file.
  test.skipIf(process.platform === 'win32')(
    'a folder put in the place of one that a program has open: one of the two programs issues',
    async () => {
      const { folder, close } = await shop();
      const first = await open(folder);
      await first.ready();
      renameSync(folder, `${folder}-moved`);
      cpSync(`${folder}-moved`, folder, { recursive: true });
      const second = await open(folder);
      await second.ready();
      const lost = { failure: { code: 'ledger-lost' } };
      expect(await first.call('sale.issue', coffee, cashier)).toMatchObject(lost);
      expect(await ask(second, 'sale.issue', coffee)).toMatchObject({ icv: 2 });
      expect(await first.call('sale.issue', coffee, cashier)).toMatchObject(lost);
      const alarm = { kind: 'ledger', level: 'red', why: 'ledger-lost' };
      expect(await ask(first, 'terminal.status', {})).toMatchObject({ alarms: [alarm] });
      expect(await ask(second, 'sale.issue', coffee)).toMatchObject({ icv: 3 });
      await second.close();
      await first.close();
      await close();
    },
  );

  test('a backup put back under another vault issues nothing, under a new key either, until a manager says so', async () => {
    const { folder, authority, close } = await shop();
    let terminal = await open(folder);
    await terminal.ready();
    await terminal.idle();
    await terminal.close();
    const old = newFolder('old');
    cpSync(path.join(folder, 'simulation', 'ledger.db'), path.join(old, 'ledger.db'));
    terminal = await open(folder);
    await terminal.ready();
    await ask(terminal, 'sale.issue', coffee);
    await terminal.close();

    // The folder is copied to another machine, with a new vault and no record of the ledger.
    const elsewhere = path.join(newFolder('elsewhere'), 'data');
    cpSync(old, path.join(elsewhere, 'simulation'), { recursive: true });
    await vaultOf(elsewhere, 'simulation', passphrase).open();
    const stateFolder = newFolder('state');
    terminal = await openTerminal({
      folder: elsewhere,
      stateFolder,
      version: '0',
      passphrase,
      environment: 'simulation',
    });
    await expect(terminal.ready()).rejects.toMatchObject({ failure: { code: 'ledger-copied' } });
    await ask(terminal, 'people.save', { name: 'Mona', role: 'manager', pin: '482913' });
    await ask(terminal, 'credential.begin', { kind: 'reissue', otp: authority.makeOtp() });
    expect(await terminal.call('sale.issue', coffee, cashier)).toMatchObject({
      failure: { code: 'ledger-copied' },
    });
    await ask(terminal, 'maintenance.adoptPlace', { confirm: 'the only copy', last: 'T1-000001' });
    expect(await ask(terminal, 'sale.issue', coffee)).toMatchObject({ icv: 2 });
    await terminal.close();
    await close();
  });

  test('a backup restored in another machine’s window needs another certificate, and then goes on', async () => {
    const { folder, authority, close } = await shop();
    const drive = newFolder('drive');
    let terminal = await open(folder);
    await terminal.ready();
    await ask(terminal, 'maintenance.setBackups', { folder: drive });
    await terminal.close();

    const elsewhere = await onboardedFolder('next-machine');
    terminal = await openTerminal({
      folder: elsewhere,
      stateFolder: newFolder('state'),
      version: '0',
      passphrase,
    });
    await terminal.ready();
    await ask(terminal, 'people.save', { name: 'Mona', role: 'manager', pin: '482913' });
    await makeCheapVault(elsewhere, passphrase);
    await ask(terminal, 'environment.show', { environment: 'simulation' });
    const file = path.join(drive, readdirSync(drive).find((name) => name.endsWith('.khatm')) ?? '');
    const restore = (last: string) => terminal.call('backup.restore', { file, last }, manager);
    expect(await restore('T1-000002')).toMatchObject({ failure: { code: 'receipts-after' } });
    expect(await ask(terminal, 'terminal.status', {})).toMatchObject({ issued: 0 });

    expect(await restore('T1-000001')).toMatchObject({ ok: true });
    expect(await ask(terminal, 'terminal.status', {})).toMatchObject({
      issued: 1,
      unready: { code: 'vault-unavailable', detail: { why: 'missing' } },
    });
    await ask(terminal, 'credential.begin', { kind: 'reissue', otp: authority.makeOtp() });
    const status = await ask(terminal, 'terminal.status', {});
    expect(status).not.toHaveProperty('unready.code');
    expect(await ask(terminal, 'sale.issue', coffee)).toMatchObject({ icv: 2, number: 'T1-000002' });
    await terminal.close();
    await close();
  });
});
