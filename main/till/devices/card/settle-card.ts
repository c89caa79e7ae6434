import type { Actor } from '../../../../shared/actor.ts';
import type { CommandParsed } from '../../../../shared/contract/index.ts';
import type { CardPayment } from '../../../books/ledger/cards/card-payment.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';

/** Settles a payment that no document took, or one that the terminal reported too late. @throws FailureError */
export function settleCard(
  settling: CommandParsed<'card.settle'>,
  { cards, lateCards }: Pick<Ledger, 'cards' | 'lateCards'>,
  doer: { readonly at: number; readonly by: Actor },
): CardPayment {
  const { id, reason } = settling;
  const number = settling.as === 'belongs' ? settling.number : undefined;
  const isLate = lateCards.list().some(({ payment }) => payment.id === id);
  const { settle } = isLate ? lateCards : cards;
  return settle({ id, reason, number, ...doer });
}
