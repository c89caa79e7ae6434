import type { LabelReading } from '../../shared/article-label.ts';
import { readGs1 } from '../../shared/gs1.ts';
import type { Database } from '../ledger/database.ts';
import { searchText } from '../ledger/search-words.ts';
import { codeKey } from './code-key.ts';
import type { Prices } from './prices.ts';

/** An item of a sale, as the till names it. */
export interface PricedItem {
  readonly name: string;
  readonly barcode?: string | undefined;
}

interface Label extends Pick<LabelReading, 'kind' | 'value'> {
  readonly article: { readonly price?: string | undefined } | undefined;
}

/**
 * Returns the prices that the articles of an item have now: of its code, or else of its name, which several may share.
 * A package with its price has that one. None for an item that no article has, and for articles whose price the till asks.
 * @param labelOf reads an in-store label
 */
export function createPricesOfDay(
  database: Database,
  prices: Pick<Prices, 'now'>,
  labelOf: (code: string) => Label | undefined,
): (item: PricedItem) => string[] {
  const byCode = database.prepare<[string], number>('SELECT article FROM article_code WHERE key = ?').pluck();
  const byName = database
    .prepare<[string], number>('SELECT article FROM article_name WHERE folded = ?')
    .pluck();
  return ({ name, barcode }) => {
    const coded = barcode === undefined ? undefined : byCode.get(codeKey(barcode));
    if (coded === undefined && barcode !== undefined) {
      const packed = readGs1(barcode)?.price;
      if (packed !== undefined) return [packed];
      const label = labelOf(barcode);
      const price = label?.kind === 'price' ? label.value : label?.article?.price;
      if (label?.article !== undefined) return price === undefined ? [] : [price];
    }
    const found = coded === undefined ? byName.all(searchText(name)) : [coded];
    const known = found.map((article) => prices.now(article));
    return known.every((price) => price !== undefined) ? known : [];
  };
}
