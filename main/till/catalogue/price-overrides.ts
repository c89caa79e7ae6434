import type { Sale } from '../../../shared/sale/sale.ts';
import { listedAtMost, type PriceOverride, type SaleFacts } from '../../../shared/sale/sale-facts.ts';
import { Exact, roundToHalalas, sumHalalas } from '../../../shared/values/money.ts';
import type { Catalogue } from './catalogue.ts';

/**
 * Returns the lines of a sale whose price is not the article's of today; undefined when there are none. Prices without
 * VAT and other currencies are not compared: the list has prices with VAT in riyals only.
 */
export function overridesOf(
  sale: Sale,
  catalogue: Pick<Catalogue, 'pricesOfDay'> | undefined,
): SaleFacts['overrides'] {
  const isComparable =
    sale.kind === 'invoice' && sale.prices === 'includeVat' && (sale.currency ?? 'SAR') === 'SAR';
  if (!isComparable || catalogue === undefined) return undefined;
  const all = sale.lines.flatMap((line): PriceOverride[] => {
    const { name, quantity, unitPrice } = line;
    const [was, ...others] = catalogue.pricesOfDay(line);
    if (was === undefined || [was, ...others].some((price) => new Exact(price).eq(unitPrice))) return [];
    const difference = roundToHalalas(new Exact(unitPrice).minus(was).times(quantity));
    return [{ name, quantity, price: unitPrice, was, difference }];
  });
  if (all.length === 0) return undefined;
  return {
    lines: all.slice(0, listedAtMost),
    count: all.length,
    difference: sumHalalas(all.map(({ difference }) => difference)),
  };
}
