import { expect, onTestFinished, test } from 'vitest';
import { openTerminal } from '../../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../../main/base/platform/clock.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { manager } from '../../../support/run/callers.ts';

test('documents that wait are sent at once over a connection that was changed', async () => {
  const terminal = await openTerminal({
    folder: await onboardedFolder('changed-network'),
    version: '0',
    clock: {
      ...systemClock,
      // No attempt is repeated by itself.
      after: (wait, callback) => systemClock.after(wait < 100 ? wait : wait + 3_600_000, callback),
    },
  });
  onTestFinished(() => terminal.close());
  await terminal.ready();
  async function ask<N extends CommandName>(name: N, input: CommandInput<N>) {
    const result = await terminal.call(name, input, manager);
    if (!result.ok) throw new Error(JSON.stringify(result.failure));
    return result.value as CommandOutput<N>;
  }
  await ask('practice.cause', { kind: 'away' });
  const { uuid } = await ask('sale.issue', { lines: [{ name: 'Tea', quantity: 1, unitPrice: '1.00' }] });
  const attempts = async () => (await ask('invoice.get', { uuid })).attempts;
  await expect.poll(attempts).toBe(1);
  await ask('network.setProxy', { proxy: 'none' });
  await expect.poll(attempts).toBe(2);
});
