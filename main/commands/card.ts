import type { CommandOutput } from '../../shared/contract/index.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { CardPayment } from '../ledger/card-payments.ts';
import type { Clock } from '../platform/clock.ts';
import type { HandlersOf } from '../platform/dispatch.ts';
import { actorOf } from './actor-of.ts';

/** The commands about payments at the card terminal. */
export function cardCommands(
  {
    ledger: { cards },
    cardQuestions,
    cardTerminal,
  }: Pick<OpenEnvironment, 'ledger' | 'cardQuestions' | 'cardTerminal'>,
  clock: Pick<Clock, 'now'>,
): HandlersOf<'card.'> {
  return {
    'card.terminal': () => ({ terminal: cardTerminal.kind() }),
    'card.practise': async ({ outcome }) => {
      await cardTerminal.order(outcome);
      return {};
    },
    'card.ask': async (question, caller) => viewOf(await cardQuestions.ask(question, actorOf(caller))),
    'card.status': async ({ id }) => viewOf(await cardQuestions.status(id)),
    'card.cancel': async ({ id }) => viewOf(await cardQuestions.cancel(id)),
    'card.ofSale': ({ sale }) => ({ payments: cards.ofSale(sale).map(viewOf) }),
    'card.open': () => ({ payments: cards.open().map(viewOf) }),
    'card.settle': (settling, caller) => {
      const { id, reason } = settling;
      const number = settling.as === 'belongs' ? settling.number : undefined;
      return viewOf(cards.settle({ id, reason, number, at: clock.now(), by: actorOf(caller) }));
    },
  };
}

function viewOf(payment: CardPayment): CommandOutput<'card.ask'> {
  const { terminal: _, changedAt: __, at, ...facts } = payment;
  return { ...facts, at: new Date(at).toISOString() };
}
