import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../main/base/platform/clock.ts';
import type { Ledger } from '../../../main/books/ledger/ledger.ts';
import { createCardQuestions } from '../../../main/till/devices/card/card-questions.ts';
import { startCardSimulator } from '../../../main/till/devices/card/simulator.ts';
import { createSimulatorClient } from '../../../main/till/devices/card/simulator-client.ts';
import { testFolder } from '../../books/ledger/support.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { ledgerIn } from '../../support/new-ledger.ts';
import { byCashier } from '../../support/run/callers.ts';
import { openCuttableWire } from './cuttable-wire.ts';

export const question = (sale: string = randomUUID(), amount = 11_500) => ({
  id: randomUUID(),
  sale,
  amount,
  currency: 'SAR',
});

/** Opens a till and its simulated card terminal, with a connection between them that a test can cut. */
export async function openCardTill(more: { timeoutMs?: number } = {}) {
  const folder = testFolder();
  const clock = new FakeClock();
  const file = join(folder, 'card-simulator.jsonl');
  const simulator = await startCardSimulator({ file, clock: systemClock, customerTakes: 5, ...more });
  onTestFinished(() => simulator.stop());
  const wire = await openCuttableWire(() => simulator.port);
  const ledger = ledgerIn(join(folder, 'ledger.db'));
  onTestFinished(() => ledger.close());
  const questions = openQuestions(ledger, wire.port, clock);
  const ask = (request = question()) => questions.ask(request, byCashier);
  return { folder, clock, simulator, wire, ledger, questions, ask };
}

export function openQuestions(ledger: Ledger, port: number, clock: FakeClock) {
  const client = createSimulatorClient(async () => port, systemClock);
  const questions = createCardQuestions({
    ledger,
    terminal: () => client,
    clock,
    onChange() {},
    onError(error) {
      throw error;
    },
  });
  onTestFinished(() => questions.stop());
  return questions;
}
