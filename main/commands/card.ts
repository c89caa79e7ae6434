import type { CommandOutput, CommandParsed } from '../../shared/contract/index.ts';
import { fail } from '../../shared/failure.ts';
import { saleSchema } from '../../shared/sale.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { CardPayment } from '../ledger/card-payments.ts';
import type { LateCard } from '../ledger/late-cards.ts';
import type { Clock } from '../platform/clock.ts';
import type { Caller, HandlersOf } from '../platform/dispatch.ts';
import { actorOf } from './actor-of.ts';
import type { Issuing } from './issuing.ts';

/** The commands about payments at the card terminal. */
export function cardCommands(
  {
    ledger: { cards, lateCards, documents },
    cardQuestions,
    cardTerminal,
  }: Pick<OpenEnvironment, 'ledger' | 'cardQuestions' | 'cardTerminal'>,
  { issuing, clock }: { readonly issuing: Pick<Issuing, 'rehearse'>; readonly clock: Pick<Clock, 'now'> },
): HandlersOf<'card.'> {
  /** Rehearses issuing the documents before the customer is charged for them. @throws FailureError */
  function questionOf({ id, amount, of }: CommandParsed<'card.ask'>, caller: Caller) {
    const { saleId, currency = 'SAR' } = of.as === 'sale' ? of.sale : of.exchange.sale;
    const question = { id, sale: saleId ?? fail('not-found'), amount, currency };
    // A repeated request is only about the payment.
    if (cards.get(id) !== undefined) return question;
    const { documents, agreed } = issuing.rehearse(of, caller);
    const paying = documents.find(({ payments }) =>
      payments.some(
        ({ means, card, ...share }) => means === 'card' && card === undefined && share.amount === amount,
      ),
    );
    if (paying === undefined)
      return fail('bad-input', {
        issues: [{ path: ['amount'], code: 'card-share', message: 'is no card payment of it' }],
      });
    const sales = documents.map((each) => each.sale);
    return {
      ...question,
      agreed,
      corrects: sales.flatMap(({ corrects = [] }) => corrects.map(({ number }) => number)),
      deducts: sales.flatMap(({ prepayments = [] }) => prepayments.map(({ number }) => number)),
      // A credit note gives money back, and nothing else does.
      ...(paying.sale.kind === 'creditNote' && {
        note: paying.sale.saleId,
        returned: of.as === 'sale' ? paying.sale : undefined,
      }),
    };
  }

  return {
    'card.terminal': () => {
      const outcome = cardTerminal.ordered();
      return { terminal: cardTerminal.kind(), ...(outcome !== undefined && { outcome }) };
    },
    'card.practise': async ({ outcome }) => {
      await cardTerminal.order(outcome);
      return {};
    },
    'card.ask': async (asked, caller) =>
      viewOf(await cardQuestions.ask(() => questionOf(asked, caller), actorOf(caller))),
    'card.status': async ({ id }) => viewOf(await cardQuestions.status(id)),
    'card.cancel': async ({ id }) => viewOf(await cardQuestions.cancel(id)),
    'card.ofSale': ({ sale }) => ({ payments: cards.ofSale(sale).map(viewOf) }),
    'card.returns': () => ({
      returns: cards.openReturns().flatMap(({ payment, note: text }) => {
        const note = saleSchema.parse(text);
        const original = documents.getByNumber(note.corrects?.[0]?.number ?? '');
        if (original === undefined) return [];
        return [{ payment: viewOf(payment), uuid: original.uuid, number: original.number, note }];
      }),
    }),
    'card.open': () => ({ payments: [...lateCards.list().map(lateViewOf), ...cards.open().map(viewOf)] }),
    'card.end': async (verdict, caller) => {
      const { id, reason } = verdict;
      const slip = verdict.as === 'taken' ? verdict.slip : undefined;
      return viewOf(await cardQuestions.end({ id, reason, slip, by: actorOf(caller) }));
    },
    'card.settle': (settling, caller) => {
      const { id, reason } = settling;
      const number = settling.as === 'belongs' ? settling.number : undefined;
      const isLate = lateCards.list().some(({ payment }) => payment.id === id);
      const { settle } = isLate ? lateCards : cards;
      return viewOf(settle({ id, reason, number, at: clock.now(), by: actorOf(caller) }));
    },
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
