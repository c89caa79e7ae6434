import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startCardSimulator } from '../../main/devices/card/simulator.ts';
import { openLedger } from '../../main/ledger/ledger.ts';
import { systemClock } from '../../main/platform/clock.ts';
import { testFolder } from '../ledger/support.ts';
import { makeShop } from '../references/shop.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openQuestions, question } from './card-till.ts';

/* A till killed between intent, approval and sale: the payment is asked for by its id, and nobody pays twice. */

const steps = [
  { step: 'intent', left: 'asked', end: 'cancelled' },
  { step: 'question', left: 'asked', end: 'approved' },
  { step: 'approval', left: 'asked', end: 'approved' },
  { step: 'noted', left: 'approved', end: 'approved' },
  { step: 'sale', left: 'approved', end: 'approved' },
] as const;

test.each(steps)('killed at the step "$step", it finds the payment $end', async ({ step, left, end }) => {
  const folder = testFolder();
  const [file, records] = [join(folder, 'ledger.db'), join(folder, 'card-simulator.jsonl')];
  const simulator = await startCardSimulator({ file: records, clock: systemClock, customerTakes: 400 });
  onTestFinished(() => simulator.stop());
  const asked = question();
  const program = join(import.meta.dirname, 'card-till-process.ts');
  const till = spawn(process.execPath, [program, file, String(simulator.port), asked.id, asked.sale, step], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Windows knows no signals: it ends the process with code 1.
  const killed = process.platform === 'win32' ? [1, null] : [null, 'SIGKILL'];
  expect(await once(till, 'exit')).toEqual(killed);

  const ledger = openLedger(file, { environment: 'training' });
  onTestFinished(() => ledger.close());
  expect(ledger.cards.get(asked.id)?.state).toBe(left);
  const questions = openQuestions(ledger, simulator.port, new FakeClock());
  await expect.poll(async () => (await questions.status(asked.id)).state).toBe(end);
  if (step !== 'sale') {
    expect(ledger.cards.open()).toHaveLength(end === 'approved' ? 1 : 0);
    if (end === 'approved')
      makeShop(ledger).issue({
        saleId: asked.sale,
        lines: [{ name: 'Coffee', quantity: 1, unitPrice: '115.00' }],
        payments: [{ means: 'card' }],
      });
  }
  expect(ledger.cards.open()).toEqual([]);
  expect(ledger.cards.get(asked.id)?.document).toBe(end === 'approved' ? 'T1-000001' : undefined);
  const charges = readFileSync(records, 'utf8').match(/"approved"/g) ?? [];
  expect(charges).toHaveLength(end === 'approved' ? 1 : 0);
});
