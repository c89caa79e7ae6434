import type { CommandOutput } from '../../../../shared/contract/index.ts';
import { actorOf } from '../../../base/platform/actor-of.ts';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { CardPayment } from '../../../books/ledger/cards/card-payment.ts';
import type { LateCard } from '../../../books/ledger/cards/late-cards.ts';
import { openReturns } from '../../../till/devices/card/open-returns.ts';
import { settleCard } from '../../../till/devices/card/settle-card.ts';
import { cardQuestionOf } from '../../../till/issue/card-question.ts';
import type { CommandContext } from '../context.ts';

export function cardCommands({
  environment: { ledger, cardQuestions, cardTerminal },
  terminal: { clock },
  till: { checkout },
}: CommandContext): HandlersOf<'card.'> {
  const { cards, lateCards } = ledger;
  return {
    'card.terminal': () => {
      const outcome = cardTerminal.outcome();
      return { terminal: cardTerminal.kind(), ...(outcome !== undefined && { outcome }) };
    },
    'card.practise': ({ outcome }) => cardTerminal.setOutcome(outcome),
    'card.ask': async (input, caller) =>
      viewOf(await cardQuestions.ask(() => cardQuestionOf(input, caller, cards, checkout), actorOf(caller))),
    'card.status': async ({ id }) => viewOf(await cardQuestions.status(id)),
    'card.cancel': async ({ id }) => viewOf(await cardQuestions.cancel(id)),
    'card.ofSale': ({ sale }) => ({ payments: cards.ofSale(sale).map(viewOf) }),
    'card.returns': () => ({
      returns: openReturns(ledger).map(({ payment, note, original: { uuid, number } }) => ({
        payment: viewOf(payment),
        uuid,
        number,
        note,
      })),
    }),
    'card.open': () => ({ payments: [...lateCards.list().map(lateViewOf), ...cards.open().map(viewOf)] }),
    'card.end': async (verdict, caller) => {
      const { id, reason } = verdict;
      const slip = verdict.as === 'taken' ? verdict.slip : undefined;
      return viewOf(await cardQuestions.end({ id, reason, slip, by: actorOf(caller) }));
    },
    'card.settle': (settling, caller) =>
      viewOf(settleCard(settling, ledger, { at: clock.now(), by: actorOf(caller) })),
  };
}

function viewOf(payment: CardPayment): CommandOutput<'card.ask'> {
  const { terminal: _, changedAt: __, purchase: ___, note, at, ...facts } = payment;
  return { ...facts, at: new Date(at).toISOString(), ...(note !== undefined && { back: true }) };
}

const lateViewOf = ({ payment, taken, reference }: LateCard): CommandOutput<'card.ask'> => ({
  ...viewOf(payment),
  taken,
  reference,
  late: true,
});
