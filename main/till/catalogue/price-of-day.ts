import type { LabelReading } from '../../../shared/sale/article-label.ts';
import { readGs1 } from '../../../shared/sale/gs1.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { searchText } from '../../books/ledger/database/search-words.ts';
import { codeKey } from './code-key.ts';
import type { Prices } from './prices.ts';

export interface PricedItem {
  readonly name: string;
  readonly barcode?: string | undefined;
}

interface Label extends Pick<LabelReading, 'kind' | 'value'> {
  readonly article: { readonly price?: string | undefined } | undefined;
}

/**
 * Returns the present prices of the articles with an item's code, or else with its name, which several articles may
 * share. A package with a price on its label has that price. There are none for an item without an article, or for an
 * article whose price is entered at the till.
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
    const priced = found.map((article) => prices.now(article));
    return priced.every((price) => price !== undefined) ? priced : [];
  };
}
