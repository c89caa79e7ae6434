import { randomUUID } from 'node:crypto';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import { openTerminal, type Terminal } from '../../main/app/terminal/terminal.ts';
import { createOfficeServer } from '../../main/office/server.ts';
import { addTill, tenantNamed } from '../../main/office/tills/tills.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import { hasServer, office, provideOffice } from '../office/office.ts';
import { storedDocuments } from '../office/stored-documents.ts';
import { khatm, khatmWith, newFolder } from '../support/khatm.ts';
import { cashier, manager } from '../support/run/callers.ts';

/* Tests a whole till at a head office. It is enrolled, sends, is restored from an image, is cut off, and is removed. */

let app: FastifyInstance;
let address: string;
const terminals = new Set<Terminal>();

async function listen(): Promise<void> {
  app = createOfficeServer(office.database, { random: () => 0.5 });
  address = await app.listen({ host: '127.0.0.1', port: Number(new URL(address).port) });
}

async function openTill(folder: string, policyFile?: string): Promise<Terminal> {
  const terminal = await openTerminal({ folder, version: '1.2.3', ...(policyFile && { policyFile }) });
  terminals.add(terminal);
  return terminal;
}

async function closeTill(terminal: Terminal): Promise<void> {
  terminals.delete(terminal);
  await terminal.close();
}

async function ask<N extends CommandName>(terminal: Terminal, name: N, input: CommandInput<N>) {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

const sell = (terminal: Terminal) =>
  terminal.call(
    'sale.issue',
    { saleId: randomUUID(), lines: [{ name: 'قهوة', quantity: 1, unitPrice: '11.50' }] },
    cashier,
  );

async function sellMany(terminal: Terminal, count: number): Promise<void> {
  for (let sold = 0; sold < count; sold += 1) expect(await sell(terminal)).toMatchObject({ ok: true });
}

async function codeFor(vatNumber = trainingCompany.vatNumber): Promise<{ tenant: number; code: string }> {
  const tenant = await tenantNamed(office.database, randomUUID());
  return {
    tenant,
    code: await addTill(office.database, { tenant, vatNumber, branch: 'Olaya', name: 'Till 1' }),
  };
}

async function enrolled(folder: string, policyFile?: string) {
  const terminal = await openTill(folder, policyFile);
  await terminal.ready();
  const { tenant, code } = await codeFor();
  await ask(terminal, 'office.enrol', { address, code });
  return { terminal, tenant };
}

/** Returns the documents that the office has from this tenant's only till. */
const stored = (tenant: number) => office.database.within({ tenant }, (client) => storedDocuments(client));

const stateOf = async (terminal: Terminal) => (await ask(terminal, 'office.get', {})).membership?.state;

async function issued(terminal: Terminal): Promise<string[]> {
  const { rows } = await ask(terminal, 'invoice.list', { limit: 100 });
  const texts = [];
  for (const { uuid } of rows.toReversed()) texts.push((await ask(terminal, 'invoice.xml', { uuid })).xml);
  return texts;
}

/** Opens a server that accepts connections and never answers, like a firewall that drops everything. */
async function silence(port: number): Promise<() => void> {
  const open = new Set<Socket>();
  const server = createServer((socket) => open.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
}

describe.skipIf(!hasServer)('a till at a head office', () => {
  provideOffice();
  beforeEach(async () => {
    address = 'http://127.0.0.1:0';
    await listen();
  });
  afterEach(async () => {
    for (const terminal of terminals) await closeTill(terminal);
    await app.close();
  });

  test('sends what it sold before and after it was enrolled, byte for byte', async () => {
    const terminal = await openTill(newFolder('fed'));
    await terminal.ready();
    await sellMany(terminal, 3);
    expect(await ask(terminal, 'office.get', {})).toEqual({});
    const { tenant, code } = await codeFor();
    const { membership } = await ask(terminal, 'office.enrol', { address, code });
    expect(membership).toMatchObject({ address, name: 'Till 1' });
    await sellMany(terminal, 20);
    await expect.poll(() => stored(tenant), { timeout: 60_000 }).toHaveLength(23);
    await expect.poll(() => stateOf(terminal), { timeout: 60_000 }).toBe('complete');
    expect(await stored(tenant)).toEqual(await issued(terminal));
  });

  test('refuses a wrong code, one for another taxpayer, an open line and a second office, and says why', async () => {
    const terminal = await openTill(newFolder('refused'));
    await terminal.ready();
    const { tenant, code } = await codeFor('310122393500003');
    const enrol = (to: string, by: string) =>
      terminal.call('office.enrol', { address: to, code: by }, manager);
    expect(await enrol(address, `${tenant}.x`)).toMatchObject({
      failure: { code: 'office-refused', detail: { why: 'code' } },
    });
    expect(await enrol(address, code)).toMatchObject({
      failure: { code: 'office-refused', detail: { why: 'taxpayer' } },
    });
    expect(await enrol('http://head.office.example', code)).toMatchObject({
      failure: { code: 'bad-input', issues: [{ code: 'not-https' }] },
    });
    expect(await enrol('http://127.0.0.1:1', code)).toMatchObject({
      failure: { code: 'office-unreachable' },
    });
    expect(await terminal.call('office.enrol', { address, code }, cashier)).toMatchObject({
      failure: { code: 'not-allowed' },
    });
    const ownCode = await codeFor();
    await ask(terminal, 'office.enrol', { address, code: ownCode.code });
    expect(await enrol(address, ownCode.code)).toMatchObject({ failure: { code: 'office-enrolled' } });
  });

  test('an image of the whole folder that is put back sells nothing', async () => {
    const folder = newFolder('imaged');
    const first = await enrolled(folder);
    await sellMany(first.terminal, 3);
    await closeTill(first.terminal);
    const image = path.join(newFolder('image'), 'copy');
    cpSync(folder, image, { recursive: true });

    const second = await openTill(folder);
    await second.ready();
    await sellMany(second, 4);
    await expect.poll(() => stored(first.tenant), { timeout: 60_000 }).toHaveLength(7);
    await closeTill(second);
    rmSync(folder, { recursive: true });
    cpSync(image, folder, { recursive: true });

    const third = await openTill(folder);
    await third.ready().catch(() => undefined);
    expect(await sell(third)).toMatchObject({
      failure: { code: 'ledger-old', detail: { icv: 3, witnessIcv: 7 } },
    });
    const { alarms } = await ask(third, 'terminal.status', {});
    expect(alarms).toContainEqual(expect.objectContaining({ kind: 'ledger', why: 'ledger-old' }));

    // Leaving also removes the witness; this is a manager's decision, which the audit log records.
    expect(await ask(third, 'office.leave', {})).toMatchObject({ told: true });
    await third.ready();
    await sellMany(third, 1);
  });

  test('an image that was put back while the office was away is stopped by its first answer', async () => {
    const folder = newFolder('away');
    const first = await enrolled(folder);
    await sellMany(first.terminal, 2);
    await closeTill(first.terminal);
    const image = path.join(newFolder('image'), 'copy');
    cpSync(folder, image, { recursive: true });
    const second = await openTill(folder);
    await second.ready();
    await sellMany(second, 3);
    await expect.poll(() => stored(first.tenant), { timeout: 60_000 }).toHaveLength(5);
    await closeTill(second);
    rmSync(folder, { recursive: true });
    cpSync(image, folder, { recursive: true });

    await app.close();
    const third = await openTill(folder);
    await third.ready();
    await sellMany(third, 1);
    await listen();
    await expect.poll(async () => (await sell(third)).ok, { timeout: 60_000, interval: 500 }).toBe(false);
    expect(await sell(third)).toMatchObject({ failure: { code: 'ledger-forked' } });
  });

  test('sells at once while the office is away or silent', async () => {
    const folder = newFolder('silent');
    const { terminal } = await enrolled(folder);
    await closeTill(terminal);
    const { port } = new URL(address);
    await app.close();
    for (const fall of [undefined, () => silence(Number(port))]) {
      const end = await fall?.();
      const again = await openTill(folder);
      await again.ready();
      await sellMany(again, 2);
      expect((await ask(again, 'terminal.status', {})).alarms).toEqual([]);
      await closeTill(again);
      end?.();
    }
    await listen();
  });

  test('joins and leaves while it runs, as another program on its folder says', async () => {
    const folder = newFolder('beside');
    const terminal = await openTill(folder);
    await terminal.ready();
    await sellMany(terminal, 2);
    for (let round = 0; round < 2; round += 1) {
      const { tenant, code } = await codeFor();
      const enrolment = await khatmWith(
        { KHATM_OFFICE_CODE: code },
        'office',
        'enrol',
        address,
        '--data',
        folder,
      );
      expect(enrolment).toMatchObject({ code: 0 });
      await sellMany(terminal, 1);
      await expect.poll(() => stored(tenant), { timeout: 60_000 }).toHaveLength(3 + round);
      expect(await ask(terminal, 'office.get', {})).toMatchObject({ membership: { address } });
      expect(await khatm('office', 'leave', '--data', folder)).toMatchObject({ code: 0, stdout: 'left\n' });
      await expect.poll(() => ask(terminal, 'office.get', {}), { timeout: 60_000 }).toEqual({});
      await expect
        .poll(async () => (await ask(terminal, 'terminal.status', {})).alarms, { timeout: 60_000 })
        .toEqual([]);
    }
  });

  test('leaves a head office that the administrator has set only when that one let it go', async () => {
    const policyFile = path.join(newFolder('left-policy'), 'policy.json');
    writeFileSync(policyFile, JSON.stringify({ headOffice: { address } }), { mode: 0o644 });
    const { terminal, tenant } = await enrolled(newFolder('left'), policyFile);
    expect(await terminal.call('office.leave', {}, manager)).toMatchObject({
      failure: { code: 'set-by-policy' },
    });
    await office.database.within({ tenant }, (client) => client.query('UPDATE device SET left_at = now()'));
    await expect.poll(() => stateOf(terminal), { timeout: 60_000 }).toBe('left');
    expect((await ask(terminal, 'terminal.status', {})).alarms).toContainEqual(
      expect.objectContaining({ kind: 'office', level: 'amber', why: 'left' }),
    );
    await sellMany(terminal, 1);
    expect(await ask(terminal, 'office.leave', {})).toEqual({ told: true });
    expect(await ask(terminal, 'office.get', {})).toEqual({});
    expect((await ask(terminal, 'terminal.status', {})).alarms).toEqual([]);
  });
});
