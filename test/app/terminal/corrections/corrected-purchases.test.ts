import { expect, test } from 'vitest';
import { openTerminal } from '../../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import { buyer } from '../../../document/invoice/fixtures.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { manager } from '../../../support/run/callers.ts';

const hour = 3_600_000;

test('purchases of an account say both times of a document that a clock ahead issued', async () => {
  const clock = new FakeClock();
  const folder = await onboardedFolder('corrected-purchases');
  clock.set(Date.now());
  const terminal = await openTerminal({ folder, version: '0', clock });
  await terminal.ready();
  async function ask<N extends CommandName>(name: N, input: CommandInput<N>) {
    const result = await terminal.call(name, input, manager);
    if (!result.ok) throw new Error(JSON.stringify(result.failure));
    return result.value as CommandOutput<N>;
  }
  const iso = () => new Date(clock.now()).toISOString();
  const right = Math.ceil(clock.now() / 1000) * 1000;
  clock.set(right + 5 * hour);
  await ask('sale.issue', {
    customer: 'business',
    buyer,
    payments: [{ means: 'onAccount' }],
    lines: [{ name: 'Desk', quantity: 1, unitPrice: '115.00' }],
  });
  clock.set(right);
  await ask('clock.correct', { now: iso(), reason: 'The clock was ahead' });
  const { purchases } = await ask('account.get', { key: `number ${buyer.vatNumber}` });
  expect(purchases).toMatchObject([
    { issuedAt: new Date(right + 5 * hour).toISOString(), trueAt: new Date(right).toISOString() },
  ]);
  await terminal.close();
});
