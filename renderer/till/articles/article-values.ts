import type { CommandInput } from '../../../shared/contract/index.ts';
import type { Article, ArticleGroup } from '../../../shared/contract/till/articles.ts';
import type { Vat } from '../../../shared/sale/sale-line.ts';
import type { Unit } from '../../../shared/sale/units.ts';
import { exemptionReason } from '../../../shared/sale/vat.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';

type Colour = NonNullable<ArticleGroup['colour']>;
/** A choice of VAT: '' for none of its own, a standard rate, or the code of a reason. */
export type VatChoice = string;
type ArticleInput = CommandInput<'article.save'>['article'];

export function valuesOf(article: Partial<Article>) {
  const unit: Unit = article.unit ?? 'PCE';
  const colour: Colour | '' = article.colour ?? '';
  return {
    nameAr: article.nameAr ?? '',
    nameEn: article.nameEn ?? '',
    price: article.price ?? '',
    priceFrom: '',
    unit,
    unitWord: article.unitWord ?? '',
    group: article.group ?? '',
    /** The text comes before `vat`, so that a message about the text is not shown at the choice. */
    reasonText: article.vat?.reasonText ?? '',
    vat: vatChoiceOf(article.vat),
    codes: (article.codes ?? []).join('\n'),
    shortCode: article.shortCode ?? '',
    favourite: article.favourite ?? false,
    colour,
  };
}
export type ArticleValues = Readonly<ReturnType<typeof valuesOf>>;

export function articleOf(values: ArticleValues): ArticleInput {
  const { nameAr, nameEn, price, unit, unitWord, group, codes, shortCode, favourite, colour } = values;
  const vat = vatOf(values);
  return {
    ...filled({ nameAr, nameEn, shortCode, group, unitWord }),
    ...filled({ price: withLatinNumbers(price) }),
    ...(colour !== '' && { colour }),
    ...(vat && { vat }),
    codes: codes.split('\n').filter((code) => code.trim() !== ''),
    unit,
    favourite,
  };
}

export const vatChoiceOf = (vat: Vat | undefined): VatChoice =>
  vat === undefined ? '' : (vat.reason ?? vat.rate);

/** Returns the VAT of a choice; undefined for no VAT of its own. */
export function vatOf({ vat, reasonText }: Pick<ArticleValues, 'vat' | 'reasonText'>): ArticleInput['vat'] {
  if (vat === '') return undefined;
  const reason = exemptionReason(vat);
  if (reason === undefined) return { category: 'S', rate: vat };
  return { category: reason.category, reason: vat, ...(reason.en === '' && filled({ reasonText })) };
}

export function filled<T extends Record<string, string>>(texts: T): Partial<T> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')) as Partial<T>;
}

/**
 * Returns the code if it is so short that the scan of a slow scanner counts as typed; such a code is meant for typing.
 */
export const shortToScan = ({ codes }: Pick<ArticleValues, 'codes'>): string | undefined =>
  codes
    .split('\n')
    .map((code) => code.trim())
    .find((code) => code !== '' && [...code].length < 3);
