import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../main/terminal.ts';
import type { TerminalEvent } from '../../shared/contract/events.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import type { SaleInput } from '../../shared/sale.ts';
import { newFolder } from '../support/khatm.ts';

async function ask<N extends CommandName>(terminal: Terminal, name: N, input: CommandInput<N>) {
  const result = await terminal.call(name, input, 'manager');
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

const coffee: SaleInput = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };

describe('a terminal in training', () => {
  const folder = newFolder('terminal');
  const events: TerminalEvent[] = [];
  let terminal: Terminal;

  beforeAll(async () => {
    terminal = await openTerminal({ folder, version: '1.2.3' });
    terminal.onEvent((event) => events.push(event));
    await terminal.ready();
  });
  afterAll(() => terminal.close());

  test('onboards itself with the sample company, and says so step by step', async () => {
    const status = await ask(terminal, 'terminal.status', {});
    expect(status).toMatchObject({
      environment: 'training',
      credential: 'production',
      version: '1.2.3',
      issued: 0,
    });
    expect(status.certificate?.issuer).toContain('not the authority');
    expect(status.company?.name).toContain('Training Store');
    const { steps } = await ask(terminal, 'terminal.onboarding', {});
    expect(steps.map(({ step, state }) => [step, state])).toEqual(
      ['key', 'compliance', 'series', 'production', 'done'].map((step) => [step, 'done']),
    );
    expect(steps[2]).toMatchObject({ done: 6, of: 6 });
    expect(events.filter(({ type }) => type === 'onboarding').length).toBeGreaterThan(6);
  });

  test('answers the same sale twice with the same document, another sale of that id with a refusal', async () => {
    const sale = { ...coffee, saleId: '0f8fad5b-d9cb-469f-a165-70867728950e' };
    const first = await ask(terminal, 'sale.issue', sale);
    const again = await ask(terminal, 'sale.issue', sale);
    expect(again.uuid).toBe(first.uuid);
    const other = await terminal.call('sale.issue', { ...sale, note: 'another' }, 'cashier');
    expect(other).toMatchObject({ ok: false, failure: { code: 'sale-differs' } });
    expect((await ask(terminal, 'terminal.status', {})).issued).toBe(1);
  });

  test('a return is linked both ways, and found by the QR of the receipt as by its number', async () => {
    const sold = await ask(terminal, 'sale.issue', coffee);
    await terminal.idle();
    const { qr } = await ask(terminal, 'invoice.get', { uuid: sold.uuid });
    expect((await ask(terminal, 'invoice.find', { text: qr })).uuid).toBe(sold.uuid);
    expect((await ask(terminal, 'invoice.find', { text: ` ${sold.number} ` })).uuid).toBe(sold.uuid);
    expect(await terminal.call('invoice.find', { text: 'T1-999999' }, 'cashier')).toMatchObject({
      failure: { code: 'not-found' },
    });
    const sale = await ask(terminal, 'invoice.sale', { uuid: sold.uuid });
    const note = await ask(terminal, 'sale.issue', {
      ...sale,
      kind: 'creditNote',
      corrects: [{ number: sold.number, uuid: sold.uuid }],
      reason: 'إرجاع | Returned',
    });
    expect(note.payable).toBe(sold.payable);
    expect((await ask(terminal, 'invoice.get', { uuid: note.uuid })).corrects).toEqual([
      { number: sold.number, uuid: sold.uuid },
    ]);
    expect((await ask(terminal, 'invoice.get', { uuid: sold.uuid })).correctedBy).toMatchObject([
      { uuid: note.uuid, kind: 'creditNote' },
    ]);
  });

  test('tells every document from sealed to accepted as it happens', async () => {
    events.length = 0;
    const { uuid } = await ask(terminal, 'sale.issue', coffee);
    await terminal.idle();
    const states = events.flatMap((event) =>
      event.type === 'invoice' && event.invoice.uuid === uuid ? [event.invoice.state] : [],
    );
    expect(states).toEqual(['waiting', 'sending', 'accepted']);
  });

  test('keeps its books to this user and its secrets out of them', async () => {
    await terminal.idle();
    expect(statSync(path.join(folder, 'training')).mode & 0o077).toBe(0);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    expect(files.length).toBeGreaterThan(3);
    for (const file of files)
      expect(readFileSync(file).toString('latin1'), file).not.toMatch(/PRIVATE KEY|Basic [A-Za-z0-9+/=]{40}/);
  });
});

describe('a terminal with a sandbox that misbehaves', () => {
  test('goes on by itself where onboarding was broken off', async () => {
    const folder = newFolder('broken-off');
    const unlucky = await openTerminal({
      folder,
      version: '0',
      // The first answers come; the fifth document of the series does not.
      faults: [{ kind: 'status', status: 503, times: 3 }],
    });
    await expect(unlucky.ready()).rejects.toMatchObject({ failure: { code: 'gateway-unreachable' } });
    expect(await unlucky.call('sale.issue', coffee, 'cashier')).toMatchObject({
      failure: { code: 'not-onboarded' },
    });
    await unlucky.close();
    const next = await openTerminal({ folder, version: '0' });
    await next.ready();
    expect((await ask(next, 'sale.issue', coffee)).icv).toBe(1);
    await next.close();
  });

  test('hands out the receipt at once and has a lost answer accepted later, once', async () => {
    const folder = newFolder('lost-answer');
    const first = await openTerminal({ folder, version: '0' });
    await first.ready();
    await first.close();
    const terminal = await openTerminal({ folder, version: '0', faults: [{ kind: 'drop', times: 1 }] });
    await terminal.ready();
    const { uuid } = await ask(terminal, 'sale.issue', coffee);
    await terminal.idle();
    expect((await ask(terminal, 'invoice.get', { uuid })).state).toBe('waiting');
    const sent = await ask(terminal, 'invoice.send', { uuid });
    expect(sent).toMatchObject({ state: 'accepted', attempts: 2 });
    const { timeline } = await ask(terminal, 'invoice.get', { uuid });
    expect(timeline.map(({ event }) => event)).toEqual(['issued', 'sent', 'unanswered', 'sent', 'answered']);
    expect(timeline.at(-1)).toMatchObject({ httpStatus: 409, outcome: 'accepted' });
    await terminal.close();
  });
});

describe('a terminal whose folder is damaged', () => {
  async function soldIn(folder: string) {
    const terminal = await openTerminal({ folder, version: '0' });
    await terminal.ready();
    await ask(terminal, 'sale.issue', coffee);
    await terminal.close();
  }

  test('does not open a broken ledger as if it were a new one', async () => {
    const folder = newFolder('broken-ledger');
    await soldIn(folder);
    writeFileSync(path.join(folder, 'training', 'ledger.db'), 'garbage'.repeat(1000));
    await expect(openTerminal({ folder, version: '0' })).rejects.toMatchObject({
      failure: { code: 'ledger-broken' },
    });
  });

  test('does not onboard anew over a vault that cannot be read', async () => {
    const folder = newFolder('broken-vault');
    await soldIn(folder);
    writeFileSync(path.join(folder, 'training', 'vault.json'), '{');
    await expect(openTerminal({ folder, version: '0' })).rejects.toMatchObject({
      failure: { code: 'vault-unavailable' },
    });
  });

  test('says that its secrets are gone rather than making up new ones', async () => {
    const folder = newFolder('lost-vault');
    await soldIn(folder);
    rmSync(path.join(folder, 'training', 'vault.json'));
    mkdirSync(path.join(folder, 'training'), { recursive: true });
    const terminal = await openTerminal({ folder, version: '0' });
    await expect(terminal.ready()).rejects.toMatchObject({ failure: { code: 'vault-unavailable' } });
    await terminal.close();
  });
});
