import { itemOfArticle } from '../../../shared/contract/till/article-item.ts';
import type { Article } from '../../../shared/contract/till/articles.ts';
import { itemsShown, type KnownItem } from '../../../shared/contract/till/items.ts';
import { refuseInput } from '../../../shared/failure.ts';
import { gs1WithPrice, readGs1 } from '../../../shared/sale/gs1.ts';
import { printedCode } from '../../../shared/sale/scanned-code.ts';
import { convertWeight, isWeightUnit, type Unit } from '../../../shared/sale/units.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { Catalogue } from './catalogue.ts';

/**
 * Returns the items for a typed or scanned text: articles first, then what was sold before.
 * @throws FailureError `bad-input` for a code that names a withdrawn article, and for a label that cannot be right
 */
export function findItems(
  text: string,
  { articles, items }: { readonly articles: Catalogue | undefined; readonly items: Ledger['items'] },
): KnownItem[] {
  const code = printedCode(text);
  const scanned =
    articles && (findCode(articles, code) ?? findLabel(articles, code) ?? findGs1(articles, code));
  if (scanned !== undefined) return [scanned];
  // An article that was withdrawn is not offered as something sold before.
  const sold = items.find(code).filter((item) => articles?.isArticle(item) !== true);
  if (sold[0]?.barcode === code) return sold;
  const fault = articles?.labelFault(code);
  if (fault !== undefined) refuse(fault, faultWords[fault]);
  const found = articles?.find(code, itemsShown).map(itemOfArticle) ?? [];
  return [...found, ...sold].slice(0, itemsShown);
}

const faultWords = {
  'label-misread': 'is a label whose check digit does not fit: scan it again',
  'label-zero': 'is a label without weight or price: weigh the goods again',
} as const;

function refuse(code: string, message: string, value?: string): never {
  return refuseInput(['text'], code, message, value === undefined ? undefined : { value });
}

/** Returns the item of an article. @throws FailureError `bad-input` if it was withdrawn */
function itemOf(article: Article): KnownItem {
  const item = itemOfArticle(article);
  return article.active ? item : refuse('item-withdrawn', 'is withdrawn and is not sold', item.name);
}

function findCode(articles: Catalogue, code: string): KnownItem | undefined {
  const article = articles.byCode(code);
  return article && { ...itemOf(article), barcode: code };
}

/** Finds the article of an in-store label. A package with its price is one piece of that price. */
function findLabel(articles: Catalogue, code: string): KnownItem | undefined {
  const label = articles.readLabel(articles.labelRules(), code);
  if (label === undefined) return undefined;
  if (label.article === undefined)
    return refuse('label-unknown', 'is a label of an article that is not in the list', label.digits);
  const item = { ...itemOf(label.article), barcode: code };
  const { value, unit } = label;
  if (unit === undefined) return { ...item, quantity: '1', unit: 'PCE', unitPrice: value };
  const wanted = label.article.unit;
  // A weight is no number of pieces or litres, and the price of such an article is not for a weight.
  if (!isWeightUnit(wanted))
    return refuse('label-not-weighed', 'has the weight of an article that is not sold by weight', item.name);
  return { ...item, quantity: convertWeight(value, unit, wanted) };
}

/** Finds the article of a code with several facts, which contains a weight, count or price as a label does. */
function findGs1(articles: Catalogue, code: string): KnownItem | undefined {
  const reading = readGs1(code);
  const found = reading && findCode(articles, reading.gtin);
  if (found === undefined) return undefined;
  const { price, count, weight } = reading ?? {};
  if (weight === '0' && isWeightUnit(found.unit ?? 'PCE')) refuse('label-zero', faultWords['label-zero']);
  const item = { ...found, scanned: code };
  // The item keeps the price in its code; the article's own price does not change.
  if (price !== undefined)
    return {
      ...item,
      barcode: gs1WithPrice(reading?.gtin ?? '', price),
      quantity: '1',
      unit: 'PCE',
      unitPrice: price,
    };
  const quantity = quantityOf(found.unit, { weight, count });
  return { ...item, ...(quantity !== undefined && { quantity }) };
}

/**
 * Returns the quantity of a package. The weight of an article that is sold by the piece does not change its price, and a
 * count is no weight.
 */
function quantityOf(
  unit: Unit = 'PCE',
  { weight, count }: { readonly weight: string | undefined; readonly count: string | undefined },
): string | undefined {
  if (!isWeightUnit(unit)) return count;
  return weight && convertWeight(weight, 'KGM', unit);
}
