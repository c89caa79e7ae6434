import type { Language } from '../values/language.ts';
import { fill } from './fill.ts';
import { formatCount } from './numbers.ts';

/** The forms that a count takes in English (Unicode CLDR plural rules). */
export interface EnglishPlural {
  readonly one: string;
  readonly other: string;
}

export interface ArabicPlural extends EnglishPlural {
  readonly zero: string;
  readonly two: string;
  readonly few: string;
  readonly many: string;
}

/** The Arabic type for English texts: the same keys, and all six forms of every plural. */
export type Translation<T> = T extends string
  ? string
  : T extends EnglishPlural
    ? ArabicPlural
    : T extends readonly unknown[]
      ? readonly string[]
      : { readonly [K in keyof T]: Translation<T[K]> };

const rules = new Map<Language, Intl.PluralRules>();

/** Returns the plural rules of a language, made on first use, because each takes some milliseconds. */
function rulesOf(language: Language): Intl.PluralRules {
  const made = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, made);
  return made;
}

/** Returns the form for `count`: `3 documents`, `مستندين`. A form may omit the number when its words contain it. */
export function counted(
  count: number,
  forms: EnglishPlural | ArabicPlural,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const knownForms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = forms;
  const text = knownForms[rulesOf(language).select(count)] ?? forms.other;
  return fill(text, { ...values, count: formatCount(count, language) });
}
