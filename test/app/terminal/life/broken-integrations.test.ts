import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import type { TerminalStatus } from '../../../../shared/contract/terminal/terminal.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';

const coffee: SaleInput = { lines: [{ name: 'قهوة', quantity: 2, unitPrice: '14.00' }] };
const manager = { role: 'manager', name: 'Huda' } as const;
const open = (folder: string) => openTerminal({ folder, version: '0', environment: 'training' });

const broken = { kind: 'integrations', level: 'red', why: 'broken', since: expect.any(String) };
const alarmsOf = async (terminal: Terminal) => {
  const status = (await terminal.call('terminal.status', {}, manager)) as { value: TerminalStatus };
  return status.value.alarms;
};

/** Creates a shop with a program, and replaces its integration.db with a file that is not a database. */
async function brokenShop() {
  const folder = await onboardedFolder('broken-integrations');
  const terminal = await open(folder);
  await terminal.ready();
  const made = { kind: 'service', name: 'Till', scopes: ['invoices.read'] };
  expect(await terminal.call('integration.clients.create', made, manager)).toMatchObject({ ok: true });
  await terminal.close();
  const file = path.join(folder, 'training', 'integration.db');
  writeFileSync(file, 'no database at all'.repeat(1000));
  return { folder, file, terminal: await open(folder) };
}

test('a shop whose integration.db is broken sells on, and every page of the integrations says why it is shut', async () => {
  const { terminal } = await brokenShop();
  await terminal.ready();
  expect(await terminal.call('sale.issue', coffee, manager)).toMatchObject({ ok: true });
  const shut = { ok: false, failure: { code: 'integrations-broken' } };
  for (const [name, input] of [
    ['integration.api.get', {}],
    ['integration.clients.list', {}],
    ['webhook.endpoints', {}],
    ['inbound.get', {}],
    ['remoteInvoice.list', { limit: 1 }],
  ])
    expect(await terminal.call(name, input, manager), String(name)).toMatchObject(shut);
  expect(await alarmsOf(terminal)).toEqual([broken]);
  await terminal.close();
});

test('a file that is broken further on than its beginning is found out too', async () => {
  const folder = await onboardedFolder('half-broken-integrations');
  await (await open(folder)).close();
  const file = path.join(folder, 'training', 'integration.db');
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 8 * 4096, 12 * 4096);
  writeFileSync(file, bytes);
  const terminal = await open(folder);
  await terminal.ready();
  expect(await alarmsOf(terminal)).toEqual([broken]);
  expect(await terminal.call('sale.issue', coffee, manager)).toMatchObject({ ok: true });
  expect(await terminal.call('integration.reopen', {}, manager)).toMatchObject({ ok: true });
  expect(await alarmsOf(terminal)).toEqual([]);
  await terminal.close();
});

test('a manager lets them begin anew: at once, empty, and with the broken file kept', async () => {
  const { folder, file, terminal } = await brokenShop();
  await terminal.ready();
  const bytes = readFileSync(file);
  const answer = await terminal.call('integration.reopen', {}, manager);
  expect(answer).toMatchObject({
    ok: true,
    value: { setAside: expect.stringMatching(/^integration-broken-.*\.db$/) },
  });
  const { value } = answer as { value: { setAside: string } };
  expect(readFileSync(path.join(folder, 'training', value.setAside))).toEqual(bytes);
  expect(await terminal.call('integration.clients.list', {}, manager)).toMatchObject({
    ok: true,
    value: { clients: [] },
  });
  expect(await alarmsOf(terminal)).toEqual([]);
  // The API works now and also after a restart.
  const port = 20_000 + (process.pid % 20_000);
  const on = await terminal.call('integration.api.set', { enabled: true, port, network: false }, manager);
  expect(on).toMatchObject({ ok: true, value: { addresses: [`http://127.0.0.1:${port}`] } });
  expect((await fetch(`http://127.0.0.1:${port}/openapi.json`)).status).toBe(200);
  await terminal.close();
  const again = await open(folder);
  await again.ready();
  expect((await fetch(`http://127.0.0.1:${port}/openapi.json`)).status).toBe(200);
  await again.close();
});

test('records of a newer version are left as they are, and said to be shut', async () => {
  const folder = await onboardedFolder('newer-integrations');
  await (await open(folder)).close();
  const file = path.join(folder, 'training', 'integration.db');
  const newer = new BetterSqlite3(file);
  newer.pragma('user_version = 999');
  newer.close();
  const terminal = await open(folder);
  await terminal.ready();
  expect(await terminal.call('sale.issue', coffee, manager)).toMatchObject({ ok: true });
  expect(await alarmsOf(terminal)).toEqual([{ ...broken, why: 'closed' }]);
  const refusal = { ok: false, failure: { code: 'ledger-newer' } };
  expect(await terminal.call('integration.reopen', {}, manager)).toMatchObject(refusal);
  expect(readdirSync(path.dirname(file)).filter((name) => name.includes('broken'))).toEqual([]);
  await terminal.close();
});

test('what is open is not begun anew', async () => {
  const folder = await onboardedFolder('whole-integrations');
  const terminal = await open(folder);
  await terminal.ready();
  expect(await terminal.call('integration.reopen', {}, manager)).toMatchObject({ ok: true, value: {} });
  expect(readdirSync(path.join(folder, 'training')).filter((name) => name.includes('broken'))).toEqual([]);
  await terminal.close();
});

test('of two programs on one folder the second sets no file aside', async () => {
  const { folder, file, terminal } = await brokenShop();
  await terminal.ready();
  const second = await open(folder);
  await second.ready();
  const answer = await second.call('integration.reopen', {}, manager);
  expect(answer).toMatchObject({ ok: false, failure: { code: 'terminal-busy' } });
  expect(existsSync(file)).toBe(true);
  await second.close();
  await terminal.close();
});
