import { expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import type { TerminalEvent } from '../../../../shared/contract/events.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { newFolder } from '../../../support/khatm.ts';
import { manager } from '../../../support/run/callers.ts';

const coffee: SaleInput = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };
const hour = 3_600_000;

async function ask<N extends CommandName>(terminal: Terminal, name: N, input: CommandInput<N>) {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

test('when the program that leads a folder ends, another one watches it', async () => {
  const folder = newFolder('lead');
  const clock = new FakeClock();
  const first = await openTerminal({ folder, version: '0', clock });
  await first.ready();
  const second = await openTerminal({
    folder,
    version: '0',
    clock,
    fetch: () => Promise.reject(new TypeError('no way to the authority')),
  });
  await second.ready();
  const alarms: TerminalEvent[] = [];
  second.onEvent((event) => {
    if (event.type === 'alarm') alarms.push(event);
  });
  await clock.advance(hour);
  await first.close();
  const sold = await ask(second, 'sale.issue', coffee);
  await clock.advance(13 * hour);
  expect(alarms).toMatchObject([
    { alarm: { kind: 'deadline', hours: 12, count: 1, nearestDeadline: sold.dueAt } },
  ]);
  // This process now accepts the commands that are reserved for the leading process.
  expect(await second.call('backup.restore', { file: 'none', last: '1' }, manager)).not.toMatchObject({
    failure: { code: 'terminal-busy' },
  });
  await second.close();
});
