import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import { openTerminal, type Terminal } from '../../main/app/terminal/terminal.ts';
import { makeGiven } from '../../main/office/orders/given-order.ts';
import { confirmOrder, listOrders, type OrderContext, sendOrder } from '../../main/office/orders/orders.ts';
import { askStop, confirmStop } from '../../main/office/orders/stops.ts';
import { unpackText } from '../../main/office/packing/texts.ts';
import { createOfficeServer } from '../../main/office/server.ts';
import { addTill, tenantNamed } from '../../main/office/tills/tills.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import { givenOrderSchema } from '../../shared/office/given-order.ts';
import { hasServer, office, provideOffice } from '../office/office.ts';
import { readableRows } from '../office/readable-rows.ts';
import { newFolder } from '../support/khatm.ts';
import { cashier, manager } from '../support/run/callers.ts';
import { orderContext, time } from './ordered-till.ts';

/*
 * Tests that a whole till carries out the head office's orders with its own commands, and records that they came from
 * the office.
 */

let app: FastifyInstance;
let context: OrderContext;
let terminal: Terminal;
let till: { tenant: number; device: number };
const folder = newFolder('ordered-terminal');

async function ask<N extends CommandName>(name: N, input: CommandInput<N>, caller = manager) {
  const result = await terminal.call(name, input, caller);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
const sell = () =>
  terminal.call(
    'sale.issue',
    { saleId: randomUUID(), lines: [{ name: 'قهوة', quantity: 1, unitPrice: '11.50' }] },
    cashier,
  );
const stateOf = async (number: number) =>
  (await listOrders(context, till)).find((order) => order.number === number)?.state;
async function carriedOut(given: unknown): Promise<void> {
  const make = makeGiven(givenOrderSchema.parse(given));
  const number = await sendOrder(context, { ...till, make, by: 'Huda', until: Date.now() + 3_600_000 });
  // An order that makes a manager waits for a second person; all others do not.
  await confirmOrder(context, { ...till, number, by: 'Sami' }).catch(() => undefined);
  // A till without new documents asks every minute.
  await expect.poll(() => stateOf(number), { timeout: 120_000 }).toBe('done');
}

describe.skipIf(!hasServer)('a till with orders', () => {
  provideOffice();
  beforeAll(async () => {
    if (!hasServer) return;
    context = { ...(await orderContext()), now: Date.now };
    time.now = Date.now();
    app = createOfficeServer(office.database, { random: () => 0.5, signer: context.signer });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    terminal = await openTerminal({ folder, version: '1.2.3' });
    await terminal.ready();
    const tenant = await tenantNamed(office.database, 'Ordered');
    const { vatNumber } = trainingCompany;
    const code = await addTill(office.database, { tenant, vatNumber, branch: 'Olaya', name: 'Till 1' });
    await ask('office.enrol', { address, code });
    const device = await office.database.within({ tenant }, async (client) => {
      const { rows } = await client.query<{ device: number }>('SELECT device FROM device');
      return rows[0]?.device ?? 0;
    });
    till = { tenant, device };
  });
  afterAll(async () => {
    await terminal?.close();
    await app?.close();
  });

  test('posts as often as the office asks', async () => {
    await carriedOut({ kind: 'settings', rhythm: 10 });
  });

  test('takes articles with their prices, twice without harm', async () => {
    const id = randomUUID();
    const group = randomUUID();
    const order = {
      kind: 'articles',
      groups: [{ id: group, group: { nameEn: 'Drinks' } }],
      articles: [{ id, article: { nameAr: 'شاي', codes: ['6281000000014'], price: '4.50', group } }],
    };
    await carriedOut(order);
    await carriedOut(order);
    const tea = await ask('article.get', { id });
    expect(tea).toMatchObject({ nameAr: 'شاي', price: '4.5', active: true, group });
    expect((await ask('article.prices', { id })).changes).toMatchObject([{ actor: 'head office' }]);
    const tomorrow = new Date(Date.now() + 30 * 3_600_000).toISOString().slice(0, 10);
    const dearer = { id, article: { nameAr: 'شاي', price: '5.00', group }, priceFrom: tomorrow };
    await carriedOut({ kind: 'articles', articles: [dearer] });
    expect(await ask('article.get', { id })).toMatchObject({ price: '4.5', next: { price: '5' } });
    const withdrawn = { id, article: { nameAr: 'شاي', price: '4.50', group }, active: false };
    await carriedOut({ kind: 'articles', articles: [withdrawn] });
    expect(await ask('article.get', { id })).toMatchObject({ active: false });
  });

  test('takes lines of receipts, a folder for backups, and how the office is reached', async () => {
    // Temporary folders may be in memory, where an order puts no backups.
    const disk = mkdtempSync(
      path.join(process.platform === 'linux' ? '/var/tmp' : tmpdir(), 'khatm-backups-'),
    );
    const backups = path.join(disk, 'khatm');
    const before = await ask('receipt.settings', {});
    await carriedOut({
      kind: 'settings',
      shop: { ...before.shop, header: ['Open until two'] },
      backupFolder: backups,
    });
    await carriedOut({ kind: 'contact', contact: { name: 'Huda', phone: '+966 11 000 0000' } });
    expect(await ask('receipt.settings', {})).toMatchObject({ paper: before.paper });
    expect(JSON.stringify((await ask('receipt.settings', {})).shop)).toContain('Open until two');
    expect(await ask('maintenance.backups', {})).toMatchObject({ folder: backups });
    rmSync(disk, { recursive: true });
    expect((await ask('office.get', {})).membership).toMatchObject({
      contact: { name: 'Huda' },
      orders: [{ kind: 'contact', result: 'done' }, { kind: 'settings' }, {}, {}, {}, {}, {}],
    });
  });

  test('has the hash of an archive in its audit log, which the office has too', async () => {
    const hash = { period: '2026-09', part: 0, sha256: 'ab'.repeat(32) };
    const make = () => ({ kind: 'archived', ...hash }) as const;
    await sendOrder(context, { ...till, make, by: 'Huda', until: Date.now() + 3_600_000 });
    const lines = () =>
      office.database.within(till, async (client) => {
        const { rows } = await client.query<{ actor: string; detail: Buffer }>(
          "SELECT actor, detail FROM audit_line WHERE action = 'office-archived'",
        );
        return rows.map(({ actor, detail }) => [actor, JSON.parse(unpackText(detail))]);
      });
    await expect.poll(lines, { timeout: 120_000 }).toEqual([['head office', hash]]);
  });

  test('takes people with their PINs and limits, and no PIN is in any log or row', async () => {
    await carriedOut({
      kind: 'people',
      save: [
        { name: 'Mona', role: 'manager', pin: '736451' },
        { name: 'Sami', role: 'cashier', pin: '918273' },
      ],
      limits: { discountPercent: 5 },
    });
    expect((await ask('people.list', {})).people).toHaveLength(2);
    expect(await ask('people.limits', {})).toMatchObject({ discountPercent: 5 });
    expect(await ask('people.signIn', { name: 'Sami', pin: '918273' })).toEqual({ role: 'cashier' });
    await carriedOut({ kind: 'people', remove: ['Sami', 'Nobody'] });
    expect((await ask('people.list', {})).people).toHaveLength(1);
    const rows = await office.database.within(till, async (client) => {
      const { rows: lines } = await client.query('SELECT * FROM audit_line');
      const { rows: orders } = await client.query('SELECT * FROM till_order');
      return readableRows([...lines, ...orders]);
    });
    expect(rows).not.toMatch(/918273|736451/);
  });

  test('sells no more once two people stopped it, goes on sending, and sells again', async () => {
    expect(await sell()).toMatchObject({ ok: true });
    const stop = async (stopped: boolean) => {
      const request = await askStop(context, { ...till, stopped, why: 'decommissioned', by: 'Huda' });
      return (await confirmStop(context, { ...till, request, by: 'Omar' })).order ?? 0;
    };
    const number = await stop(true);
    await expect.poll(() => stateOf(number), { timeout: 60_000 }).toBe('done');
    expect(await sell()).toMatchObject({ failure: { code: 'office-stopped' } });
    const status = await ask('terminal.status', {});
    expect(status).toMatchObject({ unready: { code: 'office-stopped' } });
    expect(status.alarms).toContainEqual(
      expect.objectContaining({ kind: 'ledger', level: 'red', why: 'office-stopped' }),
    );
    await terminal.idle();
    expect((await ask('terminal.status', {})).waiting).toBe(0);
    // A restart must not repeat the order.
    await terminal.close();
    terminal = await openTerminal({ folder, version: '1.2.3' });
    await terminal.ready().catch(() => undefined);
    expect(await sell()).toMatchObject({ failure: { code: 'office-stopped' } });
    const again = await stop(false);
    await expect.poll(() => stateOf(again), { timeout: 60_000 }).toBe('done');
    expect(await sell()).toMatchObject({ ok: true });
  });
});
