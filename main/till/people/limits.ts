import type { Sale } from '../../../shared/sale/sale.ts';
import { type ExceededLimit, type Limits, limitsSchema, usualLimits } from '../../../shared/values/limits.ts';
import { Exact, type Halalas, sumHalalas } from '../../../shared/values/money.ts';
import { readBasket } from '../../document/invoice/amounts/basket.ts';

/** Reads the limits from the list of people; if it has none, the usual limits apply. */
export function limitsOf(text: string | undefined): Limits {
  const parsed = limitsSchema.safeParse(text === undefined ? undefined : JSON.parse(text));
  return parsed.success ? parsed.data : usualLimits;
}

const day = 24 * 3_600_000;

/** Facts about a sale that its limits depend on; read only when a limit needs them. */
export interface LimitFacts {
  /** Returns the amount due, plus the amounts that earlier notes for the same documents gave back. */
  payable(): Halalas;
  /** Returns the times of issue of the documents whose money it gives back, in milliseconds since 1970. */
  soldAt(): readonly number[];
  /**
   * Returns the money that a sale gives back because it is issued again for less, plus the amounts that were given back
   * for it earlier; 0 if it gives back nothing now.
   */
  givesBack(): Halalas;
  readonly now: number;
  /** True when a price is not the article's. */
  readonly isRepriced: boolean;
  /** Returns true when no receipt has to be shown, because the document replaces a rejected one. */
  isReissue(): boolean;
  /** Returns true when the buyer would owe more than is allowed. */
  isAboveCredit(): boolean;
  /** Returns true when more comes back by one means than was paid by it, or a correction moves money. */
  isRepaidOtherwise(): boolean;
}

export function exceededOf(sale: Sale, limits: Limits, facts: LimitFacts): ExceededLimit[] {
  const { discountPercent, asks } = limits;
  const exceeded: ExceededLimit[] = [];
  if (sale.kind === 'creditNote') {
    const isShown = () => sale.receiptShown !== undefined || facts.isReissue();
    exceeded.push(...exceededByRefund(facts.payable, isShown, limits, facts));
  } else {
    // No receipt is shown for a sale that is issued again.
    const back = facts.givesBack();
    if (back > 0)
      exceeded.push(
        ...exceededByRefund(
          () => back,
          () => false,
          limits,
          facts,
        ),
      );
    if (discountPercent !== undefined && exceedsPercent(sale, discountPercent)) exceeded.push('discount');
    if (facts.isRepriced && asks.includes('price')) exceeded.push('price');
    if (facts.isAboveCredit()) exceeded.push('credit');
  }
  if (asks.includes('other-means') && facts.isRepaidOtherwise()) exceeded.push('other-means');
  return exceeded;
}

function exceededByRefund(
  amount: () => Halalas,
  isShown: () => boolean,
  { refund, refundDays, asks }: Limits,
  { soldAt, now }: LimitFacts,
): ExceededLimit[] {
  const exceeded: ExceededLimit[] = [];
  if (refund !== undefined && amount() > refund) exceeded.push('refund');
  if (refundDays !== undefined && soldAt().some((at) => now - at > refundDays * day))
    exceeded.push('refund-days');
  if (asks.includes('no-receipt') && !isShown()) exceeded.push('no-receipt');
  return exceeded;
}

/** Compares all discounts of lines and basket with the price of the goods. */
function exceedsPercent(sale: Sale, percent: number): boolean {
  const groups = readBasket(sale);
  const goods = sumHalalas(groups.flatMap(({ lines }) => lines.map(({ fullAmount }) => fullAmount)));
  const off = sumHalalas(
    groups
      .flatMap(({ lines, adjustments }) => [...lines.flatMap((line) => line.adjustments), ...adjustments])
      .map(({ charge, amount }) => (charge ? 0 : amount)),
  );
  return new Exact(off).times(100).greaterThan(new Exact(goods).times(percent));
}
