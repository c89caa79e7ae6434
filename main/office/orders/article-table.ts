import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { type OrderInput, orderSchema } from '../../../shared/office/wire/orders.ts';
import { withLatinDigits } from '../../../shared/values/arabic-digits.ts';

/** The most articles in one order; more need several orders. */
const mostArticles = 200;

type Articles = Extract<OrderInput, { kind: 'articles' }>;

/** Reads a pasted table with the columns code, Arabic name, English name and price. */
export function readArticleTable(table: string, tenant: number, from: string | null) {
  const rows: string[][] = parse(latin(table), {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    delimiter: ['\t', ';', ','],
  });
  const articles: NonNullable<Articles['articles']>[number][] = [];
  const faults: number[] = [];
  const seen = new Set<string>();
  for (const [index, [code = '', nameAr = '', nameEn = '', price = '']] of rows.entries()) {
    const article = {
      id: idOf(tenant, code),
      article: {
        codes: [code],
        ...(nameAr !== '' && { nameAr }),
        ...(nameEn !== '' && { nameEn }),
        price,
      },
      ...(from !== null && { priceFrom: from }),
    };
    const isArticle = orderSchema.safeParse({ kind: 'articles', articles: [article] }).success;
    if (!isArticle || code === '' || price === '' || seen.has(code)) faults.push(index + 1);
    seen.add(code);
    articles.push(article);
  }
  const orders: Articles[] = [];
  for (let first = 0; first < articles.length; first += mostArticles)
    orders.push({ kind: 'articles', articles: articles.slice(first, first + mostArticles) });
  return {
    orders,
    /** The numbers of the rows that are not articles, from 1. */
    faults,
  };
}

/** The same code of the same merchant is the same article at every till. */
function idOf(tenant: number, code: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify(['article', tenant, code]))
    .digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the text with Latin digits and a decimal point in place of Arabic and Persian ones. */
const latin = (text: string): string => withLatinDigits(text).replaceAll('\u066b', '.');
