import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Catalogue } from '../../main/catalogue/catalogue.ts';
import { openGuardedCatalogue } from '../../main/catalogue/open-catalogue.ts';
import { articleFormSchema } from '../../shared/article.ts';
import { measureInTurn } from './measure.ts';

/*
 * Measures searches in a list of 50,000 articles. The bound is 20 ms each (p50); exceeding it gives exit code 1.
 */

const boundMs = 20;

const { values: options } = parseArgs({
  options: {
    articles: { type: 'string', default: '50000' },
    runs: { type: 'string', default: '100' },
  },
});
const count = Number(options.articles);
const goods = [
  ['قهوة', 'Coffee'],
  ['شاي أخضر', 'Green tea'],
  ['تمر سكري', 'Sukkari dates'],
  ['حليب طازج', 'Fresh milk'],
  ['خبز أسمر', 'Brown bread'],
  ['ماء معدني', 'Mineral water'],
] as const;
const makers = [
  ['النخيل', 'Al Nakheel'],
  ['نجد', 'Najd'],
  ['الرياض', 'Riyadh'],
  ['جدة', 'Jeddah'],
] as const;

const folder = mkdtempSync(path.join(tmpdir(), 'khatm-catalogue-'));
const guarded = openGuardedCatalogue({ folder, clock: { now: Date.now }, onError: console.error });
try {
  const catalogue = guarded.open();
  make(catalogue);
  process.exitCode = measure(catalogue) ? 0 : 1;
} finally {
  guarded.close();
  rmSync(folder, { recursive: true });
}

function make(catalogue: Catalogue): void {
  const all = Array.from({ length: count }, (_, number) => {
    const [ar, en] = goods[number % goods.length] ?? ['', ''];
    const [makerAr, makerEn] = makers[(number * 7) % makers.length] ?? ['', ''];
    return articleFormSchema.parse({
      nameAr: `${ar} ${makerAr} ${number}`,
      nameEn: `${en} ${makerEn} ${number}`,
      codes: [String(6_281_000_000_000 + number), `SKU-${number}`],
      price: `${number % 90}.50`,
      favourite: number % 1000 === 0,
    });
  });
  for (const [number, article] of all.entries()) {
    catalogue.save({ article, actor: 'bench' });
    if (number % 1000 === 0) process.stderr.write(`\rmaking: ${number} of ${count}`);
  }
  process.stderr.write('\n');
}

/** Prints every figure; returns true when all are within the bound. */
function measure(catalogue: Catalogue): boolean {
  const page = { text: '', show: 'active', language: 'ar', start: 0 } as const;
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
    'list: favourites': () => catalogue.list({ ...page, show: 'favourites' }),
  };
  const times = measureInTurn(Number(options.runs), tasks as Record<string, () => void>);
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
