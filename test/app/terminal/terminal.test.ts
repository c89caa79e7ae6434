import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { trainingPassphrase } from '../../../main/app/environment/credentials/training.ts';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import { openEncryptedFile } from '../../../main/base/vault/encrypted-file.ts';
import { takeLock } from '../../../main/books/ledger/queue/process-lock.ts';
import type { TerminalEvent } from '../../../shared/contract/events.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';
import { pairForm } from '../../../shared/stored/vault/entries.ts';
import { newFolder } from '../../support/khatm.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { cashier, manager } from '../../support/run/callers.ts';

async function ask<N extends CommandName>(terminal: Terminal, name: N, input: CommandInput<N>) {
  const result = await terminal.call(name, input, manager);
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
    const other = await terminal.call('sale.issue', { ...sale, note: 'another' }, cashier);
    expect(other).toMatchObject({ ok: false, failure: { code: 'sale-differs' } });
    expect((await ask(terminal, 'terminal.status', {})).issued).toBe(1);
  });

  test('a return is linked both ways, and found by the QR of the receipt as by its number', async () => {
    const sold = await ask(terminal, 'sale.issue', coffee);
    await terminal.idle();
    const { qr } = await ask(terminal, 'invoice.get', { uuid: sold.uuid });
    expect((await ask(terminal, 'invoice.find', { text: qr })).uuid).toBe(sold.uuid);
    expect((await ask(terminal, 'invoice.find', { text: ` ${sold.number} ` })).uuid).toBe(sold.uuid);
    // The texts are an unknown number, and a QR code without a time and a hash.
    const broken = Buffer.from([1, 1, 65, 2, 1, 65, 3, 1, 65]).toString('base64');
    for (const text of ['T1-999999', broken])
      expect(await terminal.call('invoice.find', { text }, cashier)).toMatchObject({
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

  test('tells every document from issued to accepted as it happens', async () => {
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
    // Windows has access lists instead of modes.
    if (process.platform !== 'win32') expect(statSync(path.join(folder, 'training')).mode & 0o077).toBe(0);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      // A lock's journal, or a file on its way to its final name, may disappear before it is read.
      .filter((entry) => entry.isFile() && !/-journal$|\.new$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name));
    expect(files.length).toBeGreaterThan(3);
    const secrets = await secretsOf(folder);
    for (const file of files) {
      const text = readFileSync(file).toString('latin1');
      expect(text, file).not.toMatch(/PRIVATE KEY|Basic [A-Za-z0-9+/=]{40}/);
      for (const secret of secrets) expect(text.includes(secret), file).toBe(false);
    }
  });
});

/** Returns the key and the pairs' secrets from the vault, in every form in which they could leak. */
async function secretsOf(folder: string): Promise<string[]> {
  const file = path.join(folder, 'training', 'vault.json');
  const vault = await openEncryptedFile({
    file,
    opener: { passphrase: trainingPassphrase },
    lock: takeLock,
    create: false,
  });
  const names = Object.keys(JSON.parse(readFileSync(file, 'utf8')).value.entries);
  // The witness is in the vault to prevent its replacement; it is not a secret.
  const secretNames = names.filter((name) => !name.endsWith('/witness'));
  expect(secretNames.map((name) => name.split('/')[1]).sort()).toEqual(['key', 'production']);
  const values = await Promise.all(secretNames.map((name) => vault.get(name)));
  // A pair is stored in one entry, of which only the CSID is public.
  const secrets = values.map((value = '') =>
    value.startsWith('{') ? orFail(pairForm.read(value)).secret : value,
  );
  return secrets.flatMap((value) => {
    const bytes = Buffer.from(value, 'base64');
    return [value, bytes.toString('hex'), bytes.toString('latin1')];
  });
}

describe('terminals on one folder', () => {
  test('onboard it once and issue one chain, however many start at once on a fresh one', async () => {
    const folder = newFolder('together');
    const terminals = await Promise.all([1, 2, 3].map(() => openTerminal({ folder, version: '0' })));
    await Promise.all(terminals.map((terminal) => terminal.ready()));
    const sold = await Promise.all(terminals.map((terminal) => ask(terminal, 'sale.issue', coffee)));
    expect(sold.map(({ icv }) => icv).toSorted()).toEqual([1, 2, 3]);
    await Promise.all(terminals.map((terminal) => terminal.idle()));
    for (const { uuid } of sold) {
      const { timeline } = await ask(terminals[0] as Terminal, 'invoice.get', { uuid });
      expect(timeline.map(({ event }) => event)).toEqual(['issued', 'sent', 'answered']);
    }
    for (const terminal of terminals) await terminal.close();
  });

  test('a second one leaves alone what the first is sending', async () => {
    const folder = newFolder('second');
    const first = await openTerminal({ folder, version: '0' });
    await first.ready();
    await first.close();
    const slow = await openTerminal({ folder, version: '0', faults: [{ kind: 'delay', milliseconds: 500 }] });
    await slow.ready();
    const { uuid } = await ask(slow, 'sale.issue', coffee);
    await vi.waitFor(async () => expect((await ask(slow, 'invoice.get', { uuid })).state).toBe('sending'));
    const second = await openTerminal({ folder, version: '0' });
    await second.ready();
    await second.idle();
    await slow.idle();
    expect(await ask(second, 'invoice.get', { uuid })).toMatchObject({ state: 'accepted', attempts: 1 });
    await second.close();
    await slow.close();
  });
});

describe('a terminal that is closed with a call under way', () => {
  test('waits for the answer, tells nobody, and leaves nothing behind', async () => {
    const folder = newFolder('closing');
    const first = await openTerminal({ folder, version: '0' });
    await first.ready();
    await first.close();
    const slow = await openTerminal({ folder, version: '0', faults: [{ kind: 'delay', milliseconds: 600 }] });
    await slow.ready();
    const { uuid } = await ask(slow, 'sale.issue', coffee);
    await vi.waitFor(async () => expect((await ask(slow, 'invoice.get', { uuid })).state).toBe('sending'));
    await slow.close();
    // An event after the end would query the closed ledger and crash this process, within the interval of the status.
    await new Promise((resolve) => setTimeout(resolve, 400));
    const next = await openTerminal({ folder, version: '0' });
    await next.ready();
    expect((await ask(next, 'invoice.get', { uuid })).state).toBe('accepted');
    await next.close();
  });
});

describe('a terminal with a sandbox that misbehaves', () => {
  test('goes on by itself where onboarding was broken off', async () => {
    const folder = newFolder('broken-off');
    const unlucky = await openTerminal({
      folder,
      version: '0',
      // The first call finds no authority.
      faults: [{ kind: 'status', status: 503, times: 1 }],
    });
    await expect(unlucky.ready()).rejects.toMatchObject({ failure: { code: 'gateway-unreachable' } });
    expect(await unlucky.call('sale.issue', coffee, cashier)).toMatchObject({
      failure: { code: 'gateway-unreachable' },
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
    const folder = await onboardedFolder('broken-ledger');
    await soldIn(folder);
    writeFileSync(path.join(folder, 'training', 'ledger.db'), 'garbage'.repeat(1000));
    await expect(openTerminal({ folder, version: '0' })).rejects.toMatchObject({
      failure: { code: 'ledger-broken' },
    });
  });

  test('does not onboard anew over a vault that cannot be read', async () => {
    const folder = await onboardedFolder('broken-vault');
    await soldIn(folder);
    writeFileSync(path.join(folder, 'training', 'vault.json'), '{');
    const terminal = await openTerminal({ folder, version: '0' });
    await expect(terminal.ready()).rejects.toMatchObject({ failure: { code: 'vault-unavailable' } });
    expect(await ask(terminal, 'terminal.status', {})).toMatchObject({ vault: 'unavailable', issued: 1 });
    await terminal.close();
  });

  test('begins no second chain when its ledger is gone', async () => {
    const folder = await onboardedFolder('lost-ledger');
    await soldIn(folder);
    for (const name of ['ledger.db', 'ledger.db-wal', 'ledger.db-shm'])
      rmSync(path.join(folder, 'training', name), { force: true });
    const terminal = await openTerminal({ folder, version: '0' });
    await expect(terminal.ready()).rejects.toMatchObject({ failure: { code: 'ledger-lost' } });
    expect(await terminal.call('sale.issue', coffee, cashier)).toMatchObject({
      failure: { code: 'ledger-lost' },
    });
    await terminal.close();
  });

  test('says that its secrets are gone rather than making up new ones', async () => {
    const folder = await onboardedFolder('lost-vault');
    await soldIn(folder);
    rmSync(path.join(folder, 'training', 'vault.json'));
    mkdirSync(path.join(folder, 'training'), { recursive: true });
    const terminal = await openTerminal({ folder, version: '0' });
    await expect(terminal.ready()).rejects.toMatchObject({ failure: { code: 'vault-unavailable' } });
    await terminal.close();
  });
});

describe('the special kinds', () => {
  test('are a manager’s: a cashier is refused, and no number is used', async () => {
    const terminal = await openTerminal({ folder: await onboardedFolder('special'), version: '0' });
    await terminal.ready();
    const payments = [{ means: 'cash', amount: '28' }] as const;
    const { number, uuid } = await ask(terminal, 'sale.issue', { ...coffee, payments: [...payments] });
    const debit: SaleInput = { ...coffee, kind: 'debitNote', corrects: [{ number }], reason: 'زيادة' };
    const freeCredit: SaleInput = { ...debit, kind: 'creditNote' };
    const [line] = coffee.lines;
    const ofElsewhere: SaleInput = {
      ...freeCredit,
      lines: [{ ...line, name: 'قهوة', quantity: 1, unitPrice: 9000, correctsLine: 1 }],
      corrects: [{ number: 'OLD-1' }],
    };
    const partlyOfElsewhere: SaleInput = { ...ofElsewhere, corrects: [{ number }, { number: 'OLD-1' }] };
    const atOwnRate: SaleInput = {
      ...ofElsewhere,
      corrects: [{ number }],
      currency: 'USD',
      exchangeRate: '0.000001',
    };
    const nominal: SaleInput = { ...coffee, special: { nominal: true } };
    for (const sale of [debit, freeCredit, ofElsewhere, partlyOfElsewhere, atOwnRate, nominal])
      expect(await terminal.call('sale.issue', sale, cashier)).toMatchObject({
        failure: { code: 'not-allowed' },
      });
    // A cashier may take goods back, and by the usual limits with their receipt.
    const note = await terminal.call(
      'invoice.returnNote',
      {
        uuid,
        saleId: randomUUID(),
        receipt: number,
        lines: [{ line: 1, quantity: '1' }],
        reason: 'إرجاع',
        payment: 'cash',
      },
      cashier,
    );
    expect(note).toMatchObject({ ok: true });
    const sale = note.ok ? note.value : undefined;
    expect(await terminal.call('sale.issue', sale, cashier)).toMatchObject({ ok: true, value: { icv: 2 } });
    expect((await ask(terminal, 'sale.issue', debit)).icv).toBe(3);
    await terminal.close();
  });
});

describe('the rules of the authority', () => {
  test('stop a sale before a number is used, and caution where they only warn', async () => {
    const terminal = await openTerminal({ folder: await onboardedFolder('rules'), version: '0' });
    await terminal.ready();
    const identified = (value: string): SaleInput => ({
      ...coffee,
      buyer: { name: 'مشتر | Buyer', identification: { scheme: 'CRN', value } },
    });
    const { cautions } = await ask(terminal, 'sale.price', identified('1234'));
    expect(cautions).toMatchObject([{ code: 'BR-KSA-F-08', path: ['buyer', 'identification', 'value'] }]);
    // The authority accepts the document anyway, with the sandbox's warning under the same ID.
    const { uuid } = await ask(terminal, 'sale.issue', identified('1234'));
    await terminal.idle();
    const { state, timeline } = await ask(terminal, 'invoice.get', { uuid });
    expect(state).toBe('accepted');
    expect(timeline.at(-1)?.messages.map(({ code }) => code)).toEqual(['BR-KSA-F-08']);
    await terminal.close();
  });
});
