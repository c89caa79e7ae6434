import { eanCheckDigit } from '../../../shared/sale/article-label.ts';
import { type Halalas, halalasToText } from '../../../shared/values/money.ts';

/* The goods of the shop in which a day is played, and their prices, which the test calculates independently. */

const ean = (digits: string) => digits + eanCheckDigit(digits);

interface Article {
  readonly ar: string;
  readonly en: string;
  readonly code: string;
  /** The price of one piece or kilogram. */
  readonly price: Halalas;
  readonly unit: 'piece' | 'kg';
  readonly group: string;
}

const drinks = 'مشروبات';
const groceries = 'بقالة';
const household = 'أدوات منزلية';

export const articles = {
  water: { ar: 'ماء', en: 'Water', code: ean('628100000001'), price: 150, unit: 'piece', group: drinks },
  tea: { ar: 'شاي كرك', en: 'Karak tea', code: '10023', price: 500, unit: 'piece', group: drinks },
  laban: { ar: 'لبن', en: 'Laban', code: 'AB12-77', price: 325, unit: 'piece', group: drinks },
  rice: { ar: 'أرز', en: 'Rice', code: ean('628100000002'), price: 3_850, unit: 'piece', group: groceries },
  bread: { ar: 'خبز', en: 'Bread', code: '991', price: 200, unit: 'piece', group: groceries },
  dates: { ar: 'تمر', en: 'Dates', code: '00123', price: 4_500, unit: 'kg', group: groceries },
  cheese: { ar: 'جبنة', en: 'Cheese', code: ean('628100000003'), price: 6_190, unit: 'kg', group: groceries },
  towel: { ar: 'منشفة', en: 'Towel', code: 'CAT-88Q', price: 1_975, unit: 'piece', group: household },
  kettle: {
    ar: 'غلاية',
    en: 'Kettle',
    code: ean('628100000004'),
    price: 12_900,
    unit: 'piece',
    group: household,
  },
} as const satisfies Readonly<Record<string, Article>>;

export type ArticleName = keyof typeof articles;
export const article = (name: ArticleName): Article => articles[name];

/** The goods that a customer puts on the counter. */
export type Good =
  | { readonly kind: 'pieces'; readonly article: ArticleName; readonly pieces: number }
  /** Goods weighed at the till, packed with the shop's label, or packed with the manufacturer's code. */
  | {
      readonly kind: 'weighed' | 'label' | 'package';
      readonly article: ArticleName;
      readonly grams: number;
    }
  /** The goods that are in no list and have only an amount. */
  | { readonly kind: 'open'; readonly amount: Halalas };

/** Returns the price of goods, rounding half a halala up. */
export function priceOf(good: Good): Halalas {
  if (good.kind === 'open') return good.amount;
  const { price } = article(good.article);
  if (good.kind === 'pieces') return good.pieces * price;
  return Math.floor((price * good.grams + 500) / 1_000);
}

/** Returns a weight as a cashier types it: 0.350. */
export const kilograms = (grams: number): string =>
  `${Math.floor(grams / 1_000)}.${String(grams % 1_000).padStart(3, '0')}`;

/** The rule for the labels that the shop's scale prints. */
export const labelRule = {
  prefix: '21',
  kind: 'weight',
  articleDigits: 5,
  hasValueCheck: false,
  valueDigits: 5,
  decimals: 3,
  unit: 'KGM',
} as const;

/** Returns the code on a package: a label of the shop's scale, or GS1 with a weight. */
export function codeOf(good: Extract<Good, { grams: number }>): string {
  const { code } = article(good.article);
  if (good.kind === 'label')
    return ean(`${labelRule.prefix}${code.padStart(5, '0')}${String(good.grams).padStart(5, '0')}`);
  return `01${code.padStart(14, '0')}3103${String(good.grams).padStart(6, '0')}`;
}

/** Returns the list of articles as a spreadsheet file. */
export function articlesFile(): string {
  const rows = Object.values(articles).map(({ ar, en, code, price, unit, group }) =>
    [ar, en, code, halalasToText(price), unit, group].join(','),
  );
  return ['Name in Arabic,Name in English,Codes,Price with VAT,Unit,Group', ...rows].join('\n');
}
