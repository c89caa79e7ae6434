import { createCardQuestions } from '../../main/devices/card/card-questions.ts';
import type { CardTerminal } from '../../main/devices/card/card-terminal.ts';
import { createSimulatorClient } from '../../main/devices/card/simulator-client.ts';
import { openLedger } from '../../main/ledger/ledger.ts';
import { systemClock } from '../../main/platform/clock.ts';
import { makeShop } from '../references/shop.ts';
import { byCashier } from '../support/callers.ts';

/* A till that asks for one payment and is killed at a step of it: `file port id sale step`. */

const [file = '', port = '', id = '', sale = '', step = ''] = process.argv.slice(2);
const ledger = openLedger(file, { environment: 'training' });
const client = createSimulatorClient({ port: async () => Number(port), clock: systemClock });
const die = () => process.kill(process.pid, 'SIGKILL');

const terminal: CardTerminal = {
  ...client,
  async ask(request) {
    if (step === 'intent') die();
    const asking = client.ask(request);
    if (step === 'question') {
      // The terminal denies a payment until the question has arrived.
      await new Promise((resolve) => setTimeout(resolve, 200));
      if ((await client.status(id)).state !== 'pending') throw new Error('the question did not arrive');
      die();
    }
    const answer = await asking;
    if (step === 'approval') die();
    return answer;
  },
};
const questions = createCardQuestions({
  ledger,
  terminal: () => terminal,
  clock: systemClock,
  onChange() {},
  onError() {},
});
await questions.ask({ id, sale, amount: 11_500, currency: 'SAR' }, byCashier);
if (step === 'noted') die();
makeShop(ledger).issue({
  saleId: sale,
  lines: [{ name: 'Coffee', quantity: 1, unitPrice: '115.00' }],
  payments: [{ means: 'card' }],
});
die();
