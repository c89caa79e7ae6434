import type { Catalogue } from '../../../main/till/catalogue/catalogue.ts';
import { openGuardedCatalogue } from '../../../main/till/catalogue/open-catalogue.ts';
import { articleFormSchema } from '../../../shared/sale/article.ts';

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

/** Returns the article with this number. It has a barcode and one of the shop's own codes. */
export function articleOf(number: number) {
  const [ar, en] = goods[number % goods.length] ?? ['', ''];
  const [makerAr, makerEn] = makers[(number * 7) % makers.length] ?? ['', ''];
  return articleFormSchema.parse({
    nameAr: `${ar} ${makerAr} ${number}`,
    nameEn: `${en} ${makerEn} ${number}`,
    codes: [String(6_281_000_000_000 + number), `SKU-${number}`],
    price: `${number % 90}.50`,
    favourite: number % 1000 === 0,
  });
}

/** Opens the list of a data folder with this many articles, gives it to `use`, and closes it. */
export function withManyArticles<T>(folder: string, count: number, use: (catalogue: Catalogue) => T): T {
  const guarded = openGuardedCatalogue({ folder, clock: { now: Date.now }, onError: console.error });
  try {
    const catalogue = guarded.open();
    for (let number = 0; number < count; number += 1) {
      catalogue.save({ article: articleOf(number), actor: 'bench' });
      if (number % 1000 === 0) process.stderr.write(`\rmaking: ${number} of ${count}`);
    }
    process.stderr.write('\n');
    return use(catalogue);
  } finally {
    guarded.close();
  }
}
