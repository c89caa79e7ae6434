import type { returnRefusals } from '../../../../shared/contract/till/returns.ts';
import { sumHalalas } from '../../../../shared/values/money.ts';
import { countReturns, type Remaining } from '../law/goods-left.ts';
import { creditNotesOf, type History, isRejected } from '../law/history.ts';
import { whatIsLeft } from '../law/money-left.ts';
import { priceOf } from '../law/pieces.ts';

/** Returns the goods of a document that were not returned yet, or the reason they cannot be chosen for a return. */
export function returnableItems(history: History): {
  refusal?: (typeof returnRefusals)[number];
  remaining?: Remaining;
} {
  const { kind, sale } = history.document;
  if (kind === 'creditNote' || kind === 'debitNote') return { refusal: 'return-of-note' };
  if (kind === 'prepayment') return { refusal: 'return-of-prepayment' };
  if (history.replacedBy !== undefined) return { refusal: 'return-of-replaced' };
  if (isRejected(history)) return { refusal: 'corrects-rejected' };
  const remaining = countReturns(sale, creditNotesOf(history));
  if (remaining.lines.every(({ quantity }) => quantity === 0n)) return { refusal: 'returned-all', remaining };
  // A last part may cost nothing, because the parts before it were rounded up.
  const { goods, lines, groups } = remaining;
  const price = sumHalalas(goods.lines.map((line, index) => priceOf(line, lines[index]?.quantity ?? 0n)));
  const { worth } = whatIsLeft([history]);
  // Nothing is left of rounded cash either, when the parts before it were rounded up to whole coins.
  const isWhole = worth === 0 && price + remaining.rounding > 0;
  const isPaidBack = worth < 0 || (price > 0 && (isWhole || groups.every(({ room }) => room <= 0)));
  return isPaidBack ? { refusal: 'paid-back-already', remaining } : { remaining };
}
