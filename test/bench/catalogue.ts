import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Catalogue } from '../../main/catalogue/catalogue.ts';
import { articleOf, withManyArticles } from './many-articles.ts';
import { measureAlternately } from './measure.ts';

/*
 * Measures searches in a list of 50,000 articles, and the queries of a report after a change. The bound is 20 ms each
 * (p50); exceeding it gives exit code 1.
 */

const boundMs = 20;

const { values: options } = parseArgs({
  options: {
    articles: { type: 'string', default: '50000' },
    runs: { type: 'string', default: '100' },
  },
});
const count = Number(options.articles);

const folder = mkdtempSync(path.join(tmpdir(), 'khatm-catalogue-'));
try {
  withManyArticles(folder, count, (catalogue) => {
    process.exitCode = measure(catalogue) ? 0 : 1;
  });
} finally {
  rmSync(folder, { recursive: true });
}

/** Prints every figure; returns true when all are within the bound. */
function measure(catalogue: Catalogue): boolean {
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
  const times = measureAlternately(Number(options.runs), tasks as Record<string, () => void>);
  console.table(
    Object.entries(times).map(([what, { p50, p99 }]) => ({
      what,
      'p50 ms': p50.toFixed(2),
      'p99 ms': p99.toFixed(2),
    })),
  );
  const missed = Object.entries(times).filter(([, { p50 }]) => p50 > boundMs);
  for (const [what, { p50 }] of missed) console.log(`${what}: ${p50.toFixed(1)} ms, above ${boundMs}`);
  return missed.length === 0;
}
