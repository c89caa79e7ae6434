import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTerminal } from '../../../../main/app/terminal/terminal.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { newFolder } from '../../../support/khatm.ts';

const coffee = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };

test('closing ends though the authority never answers and hears no cancelling; the next start sells', async () => {
  const folder = newFolder('closing');
  const clock = new FakeClock();
  const calling = Promise.withResolvers<void>();
  const silent: typeof globalThis.fetch = () => {
    calling.resolve();
    return new Promise<never>(() => undefined);
  };
  const hanging = await openTerminal({ folder, version: '0', clock, fetch: silent });
  await calling.promise;
  let closed = false;
  const closing = hanging.close().then(() => {
    closed = true;
  });
  while (!closed) await clock.advance(1_000);
  await closing;

  const next = await openTerminal({ folder, version: '0' });
  await next.ready();
  expect(await next.callFromScreen('sale.issue', coffee)).toMatchObject({ ok: true });
  await next.close();
  rmSync(folder, { recursive: true, force: true });
});
