import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Catalogue } from '../../main/till/catalogue/catalogue.ts';
import { articleOf, withManyArticles } from './large/many-articles.ts';
import { type Lines, measureAlternately } from './measure.ts';

/* Measures searches in a list of 50,000 articles, and the queries of a report after a change. */

const count = 50_000;

export function run(): Lines {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-catalogue-'));
  try {
    return withManyArticles(folder, count, measure);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measure(catalogue: Catalogue): Lines {
  const page = { text: '', show: 'active', language: 'ar', start: 0 } as const;
  const sold = Array.from({ length: 1_000 }, (_, place) => {
    const { nameAr = '', nameEn = '', codes } = articleOf((place * 31) % count);
    return { name: `${nameAr} | ${nameEn}`, barcode: place % 3 === 0 ? undefined : codes[0] };
  });
  const changed = catalogue.byCode(articleOf(1).codes[0] ?? '');
  let price = 100;
  const tasks: Record<string, () => unknown> = {
    'a code': () => catalogue.byCode('6281000025000'),
    'no code': () => catalogue.byCode('6281999999999'),
    'till: two letters of a common word': () => catalogue.find('قه', 6),
    'till: a common word': () => catalogue.find('قهوه', 6),
    'till: a word and a number': () => catalogue.find('milk najd 4711', 6),
    'till: nothing': () => catalogue.find('zebra', 6),
    'list: the first page': () => catalogue.list(page),
    'list: the last page': () => catalogue.list({ ...page, start: count - 50 }),
    'list: a common word': () => catalogue.list({ ...page, text: 'coffee' }),
    'report: the articles of 1,000 sold items, after a change': () => {
      price += 1;
      catalogue.save({ id: changed?.id, article: { ...articleOf(1), price: `${price}.00` }, actor: 'bench' });
      catalogue.articlesOf(sold);
    },
    'list: favourites': () => catalogue.list({ ...page, show: 'favourites' }),
  };
  const times = measureAlternately(100, tasks as Record<string, () => void>);
  return Object.fromEntries(Object.entries(times).map(([what, { p50, p99 }]) => [what, { p50, p99 }]));
}
