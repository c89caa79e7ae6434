import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { startCardSimulator } from '../../../main/till/devices/card/simulator.ts';
import { createSimulatorClient } from '../../../main/till/devices/card/simulator-client.ts';
import { testFolder } from '../../books/ledger/support.ts';
import { question } from './card-till.ts';

it('pays nothing where it can write nothing, and pays again once it can', async () => {
  const folder = join(testFolder(), 'later');
  const file = join(folder, 'card-simulator.jsonl');
  const simulator = await startCardSimulator({ file, clock: systemClock, customerTakes: 5 });
  onTestFinished(() => simulator.stop());
  const client = createSimulatorClient(async () => simulator.port, systemClock);
  const request = question();
  await expect(client.ask(request)).rejects.toThrow();
  await expect(client.status(request.id)).rejects.toThrow();
  mkdirSync(folder);
  // A full disk leaves a line without its end.
  writeFileSync(file, '{"id":"cut');
  const again = question();
  expect(await client.ask(again)).toMatchObject({ state: 'approved' });
  const another = await startCardSimulator({ file, clock: systemClock, customerTakes: 5 });
  onTestFinished(() => another.stop());
  const next = createSimulatorClient(async () => another.port, systemClock);
  expect(await next.status(again.id)).toMatchObject({ state: 'approved' });
});
