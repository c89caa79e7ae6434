import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { cashier, manager } from '../../../support/run/callers.ts';

/* Tests faults that a person at the till orders in training. */

let terminal: Terminal;

async function ask<N extends CommandName>(
  name: N,
  input: CommandInput<N>,
  caller = manager,
): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, caller);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
const sell = () =>
  ask('sale.issue', {
    saleId: randomUUID(),
    lines: [{ name: 'Coffee', quantity: 1, unitPrice: '10.00' }],
  });
const stateOf = async (uuid: string) => (await ask('invoice.get', { uuid })).state;
const kinds = async () => (await ask('practice.faults', {})).faults.map(({ kind }) => kind);

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('practice'), version: '0' });
  await terminal.ready();
});
afterAll(() => terminal.close());

test('the next document is refused, and the one after it accepted', async () => {
  await ask('practice.cause', { kind: 'refuseNext' });
  expect(await kinds()).toEqual(['refuseNext']);
  const refused = await sell();
  await terminal.idle();
  expect(await stateOf(refused.uuid)).toBe('rejected');
  expect(await kinds()).toEqual([]);
  const next = await sell();
  await terminal.idle();
  expect(await stateOf(next.uuid)).toBe('accepted');
});

test('the next document is accepted with a warning', async () => {
  await ask('practice.cause', { kind: 'warnNext' });
  const { uuid } = await sell();
  await terminal.idle();
  expect(await ask('invoice.get', { uuid })).toMatchObject({ state: 'accepted', warnings: 1 });
});

test('the authority is away until a manager ends it, and then what waits is sent', async () => {
  const { faults } = await ask('practice.cause', { kind: 'away' });
  expect(faults).toMatchObject([{ kind: 'away', until: expect.any(String) }]);
  const { uuid } = await sell();
  await expect.poll(async () => (await ask('invoice.get', { uuid })).attempts).toBeGreaterThan(0);
  expect(await stateOf(uuid)).not.toBe('accepted');
  await ask('practice.end', {});
  expect(await kinds()).toEqual([]);
  await expect.poll(() => stateOf(uuid), { timeout: 20_000 }).toBe('accepted');
});

test('the printer has no paper', async () => {
  const { uuid } = await sell();
  await ask('practice.cause', { kind: 'noPaper' });
  const failed = await terminal.call('receipt.print', { uuid }, manager);
  expect(failed).toMatchObject({ ok: false, failure: { code: 'print-failed' } });
  await ask('practice.end', {});
  expect(await ask('receipt.print', { uuid })).toMatchObject({ by: 'page' });
});

test('is a cashier’s too, and written down', async () => {
  await ask('practice.cause', { kind: 'slow' }, cashier);
  const { lines } = await ask('activity.list', {});
  expect(lines[0]).toMatchObject({ by: cashier.name, action: 'practice-ordered' });
  await ask('practice.end', {}, cashier);
});
