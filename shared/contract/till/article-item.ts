import { nameInDocument } from '../../sale/article.ts';
import type { Article } from './articles.ts';
import type { KnownItem } from './items.ts';

/** Returns an article as the till sells it, with its first code. */
export function itemOfArticle(article: Article): KnownItem {
  const { id, nameAr, nameEn, codes, price, unit, soldWith } = article;
  const [barcode] = codes;
  return {
    article: id,
    name: nameInDocument(article),
    ...(nameAr !== undefined && { nameAr }),
    ...(nameEn !== undefined && { nameEn }),
    ...(barcode !== undefined && { barcode }),
    ...(price !== undefined && { unitPrice: price }),
    unit,
    vat: soldWith,
  };
}
