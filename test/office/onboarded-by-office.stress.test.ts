import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import { openTerminal, type Terminal } from '../../main/app/terminal/terminal.ts';
import { systemClock } from '../../main/base/platform/clock.ts';
import { handOut } from '../../main/office/onboarding/hand-out.ts';
import { listOrders, type OrderContext } from '../../main/office/orders/orders.ts';
import { createOfficeServer } from '../../main/office/server.ts';
import { addTill, tenantNamed } from '../../main/office/tills/tills.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import { orderContext } from '../link/ordered-till.ts';
import { newFolder } from '../support/khatm.ts';
import { hasServer, office, provideOffice } from './office.ts';
import { readableRows } from './readable-rows.ts';

/* Tests real tills that wait for one-time passwords from the office, and onboard themselves at the sandbox. */

let app: FastifyInstance;
let authority: Sandbox;
let context: OrderContext;
let tenant: number;
let address: string;
const terminals: Terminal[] = [];

async function ask<N extends CommandName>(terminal: Terminal, name: N, input: CommandInput<N>) {
  const result = await terminal.callFromScreen(name, input);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

/** Opens an enrolled till whose set-up has reached the password. */
async function waitingTill(number: number): Promise<Terminal> {
  const folder = newFolder(`waiting-${number}`);
  const terminal = await openTerminal({ folder, version: '1.2.3', passphrase: 'the shop at the corner' });
  terminals.push(terminal);
  await terminal.ready();
  await ask(terminal, 'people.save', { name: 'Mona', role: 'manager', pin: '482913' });
  await ask(terminal, 'environment.show', { environment: 'simulation' });
  await ask(terminal, 'environment.setAddress', { environment: 'simulation', address: authority.address });
  const company = { numberPrefix: `S${number}`, serial: `till-${number}` };
  await ask(terminal, 'company.save', { ...trainingCompany, terminal: company });
  const { vatNumber } = trainingCompany;
  const till = { tenant, vatNumber, branch: 'Olaya', name: `Till ${number}` };
  await ask(terminal, 'office.enrol', { address, code: await addTill(office.database, till) });
  return terminal;
}

const states = async () => (await listOrders(context, { tenant })).map(({ state, why }) => [state, why]);
/** Hands out passwords when this many tills wait for one. */
async function handOutTo(count: number, pasted: readonly string[]) {
  await expect
    .poll(
      async () => {
        const { rows } = await office.database.within({ tenant }, (client) =>
          client.query(`SELECT 1 FROM chain WHERE status -> 'certificate' = 'null'::jsonb`),
        );
        return rows.length;
      },
      { timeout: 120_000 },
    )
    .toBe(count);
  const handed = await handOut(context, { tenant, pasted: pasted.join('\n'), by: 'Huda' });
  expect(handed.tills).toHaveLength(count);
}

describe.skipIf(!hasServer)('tills that wait for a password', () => {
  provideOffice();
  beforeAll(async () => {
    if (!hasServer) return;
    const file = path.join(newFolder('authority'), 'authority.db');
    authority = await startSandbox({ clock: systemClock, plays: 'simulation', file });
    context = { ...(await orderContext()), now: Date.now };
    app = createOfficeServer(office.database, { random: () => 0.5, signer: context.signer });
    address = await app.listen({ host: '127.0.0.1', port: 0 });
    tenant = await tenantNamed(office.database, 'Waiting');
  });
  afterAll(async () => {
    for (const terminal of terminals) await terminal.close();
    await app?.close();
    await authority?.close();
  });

  test('onboard themselves; one whose password is wrong says so and takes another', async () => {
    for (const number of [1, 2]) await waitingTill(number);
    const first = authority.makeOtp();
    const wrong = first === '000000' ? '000001' : '000000';
    await handOutTo(2, [wrong, first]);
    await expect
      .poll(async () => (await states()).map(([state]) => state).toSorted(), { timeout: 180_000 })
      .toEqual(['done', 'failed']);
    expect(await states()).toContainEqual(['failed', 'gateway-refused: Invalid-OTP']);
    const second = authority.makeOtp();
    await handOutTo(1, [second]);
    await expect.poll(async () => (await states())[0]?.[0], { timeout: 180_000 }).toBe('done');
    for (const terminal of terminals) {
      expect(await ask(terminal, 'credential.get', {})).toMatchObject({ state: 'production' });
      await ask(terminal, 'sale.issue', { lines: [{ name: 'قهوة', quantity: 1, unitPrice: '14.00' }] });
    }
    const kept = await office.database.within({ tenant }, async (client) => {
      const tables = ['till_order', 'audit_line', 'event', 'otp_use'];
      const rows: Record<string, unknown>[] = [];
      for (const table of tables) rows.push(...(await client.query(`SELECT * FROM ${table}`)).rows);
      return readableRows(rows);
    });
    expect([kept.includes(first), kept.includes(second)]).toEqual([false, false]);
  });
});
