import { type ExceededLimit, type Limits, limitsSchema } from '../../shared/limits.ts';
import { Exact, type Halalas, sumHalalas } from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import { readBasket } from '../invoice/basket.ts';
import { settingKey } from '../platform/settings.ts';

/** The limits for cashiers, the same in every environment. */
export const limitsSetting = settingKey('cashier-limits', limitsSchema.prefault({}));

const day = 24 * 3_600_000;

/** Facts about a sale that its limits depend on; read only when a limit asks for them. */
export interface LimitFacts {
  /** The amount due, with what earlier notes gave back for the same documents. */
  payable(): Halalas;
  /** Times of issue of the documents that it corrects, milliseconds since 1970. */
  soldAt(): readonly number[];
  readonly now: number;
}

/** Returns the limits that a sale exceeds. */
export function exceededOf(sale: Sale, limits: Limits, facts: LimitFacts): ExceededLimit[] {
  const { discountPercent, refund, refundDays } = limits;
  const exceeded: ExceededLimit[] = [];
  if (sale.kind === 'creditNote') {
    if (refund !== undefined && facts.payable() > refund) exceeded.push('refund');
    if (refundDays !== undefined && facts.soldAt().some((at) => facts.now - at > refundDays * day))
      exceeded.push('refund-days');
  } else if (discountPercent !== undefined && exceedsPercent(sale, discountPercent))
    exceeded.push('discount');
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
