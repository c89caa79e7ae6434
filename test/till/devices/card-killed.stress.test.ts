import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { startCardSimulator } from '../../../main/till/devices/card/simulator.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { testFolder } from '../../books/ledger/support.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { byCashier } from '../../support/run/callers.ts';
import { coffeeByCard, noteByCard } from './card-sales.ts';
import { openQuestions, question } from './card-till.ts';

/*
 * Tests a till that is killed between request, approval and sale. It must ask for the payment by its ID, and nobody may
 * pay twice.
 */

const steps = [
  { step: 'intent', left: 'asked', end: 'cancelled' },
  { step: 'question', left: 'asked', end: 'approved' },
  { step: 'approval', left: 'asked', end: 'approved' },
  { step: 'noted', left: 'approved', end: 'approved' },
  { step: 'sale', left: 'approved', end: 'approved' },
] as const;

/** Opens a folder with the card terminal beside it. */
async function openPlace() {
  const folder = testFolder();
  const [file, records] = [join(folder, 'ledger.db'), join(folder, 'card-simulator.jsonl')];
  const simulator = await startCardSimulator({ file: records, clock: systemClock, customerTakes: 400 });
  onTestFinished(() => simulator.stop());
  const open = () => {
    const ledger = openLedger(file, { environment: 'training' });
    onTestFinished(() => ledger.close());
    return ledger;
  };
  /** Runs a till until it kills itself. */
  async function die(request: ReturnType<typeof question>, step: string, ...sold: string[]): Promise<void> {
    const program = join(import.meta.dirname, 'card-till-process.ts');
    const args = [program, file, String(simulator.port), request.id, request.sale, step, ...sold];
    const till = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    // Windows has no signals: a killed process exits with code 1.
    const killed = process.platform === 'win32' ? [1, null] : [null, 'SIGKILL'];
    expect(await once(till, 'exit')).toEqual(killed);
  }
  const approvals = () => readFileSync(records, 'utf8').match(/"approved".*/g) ?? [];
  return { simulator, open, die, approvals };
}

test.each(steps)('killed at the step "$step", it finds the payment $end', async ({ step, left, end }) => {
  const { simulator, open, die, approvals } = await openPlace();
  const request = question();
  await die(request, step);
  const ledger = open();
  expect(ledger.cards.get(request.id)?.state).toBe(left);
  const questions = openQuestions(ledger, simulator.port, new FakeClock());
  await expect.poll(async () => (await questions.status(request.id)).state).toBe(end);
  if (step !== 'sale') {
    expect(ledger.cards.open()).toHaveLength(end === 'approved' ? 1 : 0);
    if (end === 'approved') makeShop(ledger).issue(coffeeByCard(request.sale));
  }
  expect(ledger.cards.open()).toEqual([]);
  expect(ledger.cards.get(request.id)?.document).toBe(end === 'approved' ? 'T1-000001' : undefined);
  expect(approvals()).toHaveLength(end === 'approved' ? 1 : 0);
});

test.each(steps)('killed at the step "$step" of a refund, it finds it $end', async ({ step, left, end }) => {
  const { simulator, open, die, approvals } = await openPlace();
  const before = open();
  const bought = question();
  await openQuestions(before, simulator.port, new FakeClock()).ask(bought, byCashier);
  const sold = makeShop(before).issue(coffeeByCard(bought.sale));
  before.close();
  const request = question();
  await die(request, step, sold.uuid);

  const ledger = open();
  expect(ledger.cards.get(request.id)).toMatchObject({
    state: left,
    note: request.sale,
    purchase: bought.id,
  });
  const questions = openQuestions(ledger, simulator.port, new FakeClock());
  await expect.poll(async () => (await questions.status(request.id)).state).toBe(end);
  const shop = makeShop(ledger);
  if (step !== 'sale' && end === 'approved') shop.issue(noteByCard(shop, sold.uuid, request.sale));
  expect(ledger.cards.open()).toEqual([]);
  expect(ledger.cards.get(request.id)?.document).toBe(end === 'approved' ? 'T1-000002' : undefined);
  // The approvals are those of the payment and of the part that was refunded.
  expect(approvals()).toHaveLength(end === 'approved' ? 2 : 1);
  expect(approvals().filter((line) => line.includes('"refund":true'))).toHaveLength(
    end === 'approved' ? 1 : 0,
  );
});
