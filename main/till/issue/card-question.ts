import type { CommandParsed } from '../../../shared/contract/index.ts';
import { fail, refuseInput } from '../../../shared/failure.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { Checkout } from './checkout.ts';

/**
 * Returns the request to the card terminal. The documents are rehearsed before the customer is charged for them.
 * @throws FailureError
 */
export function cardQuestionOf(
  { id, amount, of }: CommandParsed<'card.ask'>,
  caller: Caller,
  cards: Pick<Ledger['cards'], 'get'>,
  checkout: Pick<Checkout, 'rehearse'>,
) {
  const { saleId, currency = 'SAR' } = of.as === 'sale' ? of.sale : of.exchange.sale;
  const question = { id, sale: saleId ?? fail('not-found'), amount, currency };
  // If the request is repeated, only the payment matters.
  if (cards.get(id) !== undefined) return question;
  const { documents, agreed } = checkout.rehearse(of, caller);
  const paying = documents.find(({ payments }) =>
    payments.some(
      ({ means, card, ...share }) => means === 'card' && card === undefined && share.amount === amount,
    ),
  );
  if (paying === undefined) return refuseInput(['amount'], 'card-share', 'is no card payment of it');
  const sales = documents.map((each) => each.sale);
  return {
    ...question,
    agreed,
    corrects: sales.flatMap(({ corrects = [] }) => corrects.map(({ number }) => number)),
    deducts: sales.flatMap(({ prepayments = [] }) => prepayments.map(({ number }) => number)),
    // Only a credit note gives money back.
    ...(paying.sale.kind === 'creditNote' && {
      note: paying.sale.saleId,
      returned: of.as === 'sale' ? paying.sale : undefined,
    }),
  };
}
