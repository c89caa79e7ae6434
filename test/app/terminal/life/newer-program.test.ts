import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openTerminal } from '../../../../main/app/terminal/terminal.ts';
import { openSender, sendersOf } from '../../../../main/books/ledger/queue/sender.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { newFolder } from '../../../support/khatm.ts';
import { manager } from '../../../support/run/callers.ts';

/* Tests a terminal that keeps running while a newer version of the program is started on its folder. */

const coffee: SaleInput = { lines: [{ name: 'Coffee', quantity: 2, unitPrice: '14.00' }] };
const newer = { failure: { code: 'ledger-newer' } };

/** Runs the first migration of a newer version. */
function migrate(folder: string): void {
  const database = new BetterSqlite3(path.join(folder, 'training', 'ledger.db'));
  const form = database.pragma('user_version', { simple: true }) as number;
  database.pragma(`user_version = ${form + 1}`);
  database.close();
}

test('a program that a newer one overtook issues nothing more, and says so', async () => {
  const folder = newFolder('newer');
  const clock = new FakeClock();
  const old = await openTerminal({ folder, version: '0.1.0', environment: 'training', clock });
  await old.ready();
  expect(await old.call('sale.issue', coffee, manager)).toMatchObject({ ok: true });
  migrate(folder);
  expect(await old.call('sale.issue', coffee, manager)).toMatchObject(newer);
  await clock.advance(31_000);
  expect(await old.call('terminal.status', {}, manager)).toMatchObject({
    value: {
      unready: { code: 'ledger-newer' },
      alarms: expect.arrayContaining([
        expect.objectContaining({ kind: 'ledger', level: 'red', why: 'ledger-newer' }),
      ]),
    },
  });
  await old.close();
});

test('an old program does not lead the folder of a newer one', async () => {
  const folder = newFolder('newer-lead');
  const clock = new FakeClock();
  const options = { folder, version: '0.1.0', environment: 'training' as const, clock };
  const first = await openTerminal(options);
  await first.ready();
  const second = await openTerminal(options);
  await second.ready();
  migrate(folder);
  await first.close();
  await clock.advance(60_000);
  const answer = await second.call('credential.begin', { kind: 'renewal', otp: '123456' }, manager);
  expect(answer).toMatchObject({ failure: { code: 'ledger-newer' } });
  const restoring = await second.call('backup.restore', { file: 'none', last: '1' }, manager);
  expect(restoring).toMatchObject({ failure: { code: 'terminal-busy' } });
  await second.close();
});

test('an update waits while another program has the books open', async () => {
  const folder = newFolder('newer-waits');
  const terminal = await openTerminal({ folder, version: '0.1.0', environment: 'training' });
  await terminal.ready();
  const { wait: before } = await view();
  const other = openSender(sendersOf(path.join(folder, 'training', 'ledger.db')));
  const { wait: during } = await view();
  other.close();
  const { wait: after } = await view();
  expect([before, during, after]).toEqual([undefined, 'programs', undefined]);
  await terminal.close();

  async function view() {
    const answer = await terminal.call('update.get', {}, manager);
    if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
    return answer.value as { wait?: string };
  }
});
