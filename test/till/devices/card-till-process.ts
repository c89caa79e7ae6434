import { systemClock } from '../../../main/base/platform/clock.ts';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { createCardQuestions } from '../../../main/till/devices/card/card-questions.ts';
import type { CardAnswer, CardTerminal } from '../../../main/till/devices/card/card-terminal.ts';
import { createSimulatorClient } from '../../../main/till/devices/card/simulator-client.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { byCashier } from '../../support/run/callers.ts';
import { coffeeByCard, noteByCard } from './card-sales.ts';

/*
 * A till that requests one payment and is killed at one of its steps. Its arguments are `file port id sale step`. With
 * the UUID of a document as a further argument, it requests the refund of that document.
 */

const [file = '', port = '', id = '', sale = '', step = '', sold] = process.argv.slice(2);
const ledger = openLedger(file, { environment: 'training' });
const client = createSimulatorClient(async () => Number(port), systemClock);
const die = () => process.kill(process.pid, 'SIGKILL');

const killedAround =
  <R>(asks: (request: R) => Promise<CardAnswer>) =>
  async (request: R): Promise<CardAnswer> => {
    if (step === 'intent') die();
    const asking = asks(request);
    if (step === 'question') {
      // The terminal reports no payment until the request has arrived.
      await new Promise((resolve) => setTimeout(resolve, 200));
      if ((await client.status(id)).state !== 'pending') throw new Error('the question did not arrive');
      die();
    }
    const answer = await asking;
    if (step === 'approval') die();
    return answer;
  };
const terminal: CardTerminal = {
  ...client,
  ask: killedAround(client.ask),
  refund: killedAround(client.refund),
};
const questions = createCardQuestions({
  ledger,
  terminal: () => terminal,
  clock: systemClock,
  onChange() {},
  onError() {},
});
const shop = makeShop(ledger);
const note = sold === undefined ? undefined : noteByCard(shop, sold, sale);
const back = note && { note: sale, corrects: note.corrects?.map(({ number }) => number) };
await questions.ask({ id, sale, amount: 11_500, currency: 'SAR', ...back }, byCashier);
if (step === 'noted') die();
shop.issue(note ?? coffeeByCard(sale));
die();
