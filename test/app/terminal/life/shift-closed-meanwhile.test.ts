import { randomUUID } from 'node:crypto';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../../main/base/platform/clock.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import { buyer } from '../../../document/invoice/fixtures.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { cashier, manager } from '../../../support/run/callers.ts';

/*
 * Tests another program on the folder that closes the shift at any moment of a sale at the screen. A sale that needs a
 * shift must be in its report or be refused.
 */

let terminal: Terminal;
let ledger: Sqlite.Database;
const key = `number ${buyer.vatNumber}`;
/** The number of clock reads until the other program closes the shift, or undefined while it does not. */
let countdown: number | undefined;

async function ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

/** Closes the open shift as another program would, unless the till is writing. */
function closeShift(): void {
  try {
    ledger
      .prepare(
        `INSERT INTO shift_report (number, closed_at, actor, report, previous_hash, hash)
         SELECT max(number), 1, 'Other', '{}', coalesce(
           (SELECT hash FROM shift_report ORDER BY number DESC LIMIT 1), (SELECT id FROM ledger)), :hash FROM shift`,
      )
      .run({ hash: randomUUID() });
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError) || error.code !== 'SQLITE_BUSY') throw error;
  }
}

const count = (sql: string) => ledger.prepare<[], number>(sql).pluck().get() ?? 0;
const isOpen = () =>
  count('SELECT (SELECT max(number) FROM shift) > coalesce(max(number), 0) FROM shift_report') === 1;

beforeAll(async () => {
  const folder = await onboardedFolder('shift-closed-meanwhile');
  terminal = await openTerminal({
    folder,
    version: '0',
    clock: {
      ...systemClock,
      now() {
        if (countdown === 0) {
          countdown = undefined;
          closeShift();
        } else if (countdown !== undefined) countdown -= 1;
        return systemClock.now();
      },
    },
  });
  await terminal.ready();
  await ask('shift.setRequired', { isRequired: true });
  await ask('shift.open', { id: randomUUID(), float: 0 });
  await ask('sale.issue', { ...coffee, customer: 'business', buyer, payments: [{ means: 'onAccount' }] });
  ledger = new Sqlite(path.join(folder, 'training', 'ledger.db'), { timeout: 0 });
});
afterAll(async () => {
  ledger.close();
  await terminal.close();
});

const coffee = { lines: [{ name: 'Coffee', quantity: 1, unitPrice: '10.00' }] };
const sale = () => ({ ...coffee, saleId: randomUUID() });
let sold = '';
const exchange = (): CommandInput<'sale.exchange'> => ({
  note: { ...sale(), kind: 'creditNote', corrects: [{ number: sold }], reason: 'Cold' },
  sale: sale(),
});

test.each<[string, () => Promise<{ ok: boolean }>, string]>([
  ['a sale', () => terminal.call('sale.issue', sale(), cashier), 'document'],
  ['an exchange', () => terminal.call('sale.exchange', exchange(), manager), 'document'],
  [
    'a payment on account',
    () => terminal.call('account.pay', { id: randomUUID(), key, means: 'cash', amount: 100 }, cashier),
    'account_payment',
  ],
])('%s is in the report of its shift, or refused', async (_, act, table) => {
  let looks = 0;
  do {
    await terminal.idle();
    if (!isOpen()) await ask('shift.open', { id: randomUUID(), float: 0 });
    // The goods are for an exchange.
    ({ number: sold } = await ask('sale.issue', sale()));
    countdown = looks;
    await act();
    looks += 1;
    expect(count(`SELECT count(*) FROM ${table} WHERE shift IS NULL`)).toBe(0);
    // The loop ends when a sale reads the clock less often than that.
  } while (countdown === undefined);
  countdown = undefined;
  expect(looks).toBeGreaterThan(1);
});
