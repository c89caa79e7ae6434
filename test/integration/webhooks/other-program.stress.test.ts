import { afterAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { newFolder } from '../../support/khatm.ts';
import { manager } from '../../support/run/callers.ts';
import { LibraryReceiver } from './library-receiver.ts';

const receiver = new LibraryReceiver();
afterAll(() => receiver.close());

async function ask<N extends CommandName>(terminal: Terminal, name: N, input: CommandInput<N>) {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

test('what another program on the folder issues reaches a receiver within five seconds', async () => {
  const folder = newFolder('other-program');
  const clock = new FakeClock();
  const serving = await openTerminal({ folder, version: '0', clock });
  await serving.ready();
  const url = await receiver.listen();
  const { secret } = await ask(serving, 'webhook.addEndpoint', {
    url,
    kinds: ['issued'],
    allowPrivate: true,
  });
  receiver.secrets = [secret ?? ''];
  await clock.advance(2_000);

  const other = await openTerminal({ folder, version: '0', clock: new FakeClock() });
  await other.ready();
  const sold = await ask(other, 'sale.issue', {
    lines: [{ name: 'Coffee', quantity: 1, unitPrice: '14.00' }],
  });
  await clock.advance(5_000);
  await expect
    .poll(() => receiver.events().map(({ data }) => data.invoiceUuid), { timeout: 10_000 })
    .toEqual([sold.uuid]);
  await other.close();
  await serving.close();
});
