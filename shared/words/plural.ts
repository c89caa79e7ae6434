import { formatCount } from './numbers.ts';
import type { Language } from './vocabulary.ts';

/** The forms that a count asks for (Unicode CLDR plural rules): Arabic has six where English has two. */
export type EnglishForm = 'one' | 'other';
export type ArabicForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** Something counted, in every form of both languages; `{count}` is the number, left out where the word says it. */
export interface Plural {
  readonly en: Readonly<Record<EnglishForm, string>>;
  readonly ar: Readonly<Record<ArabicForm, string>>;
}

const rules = { en: new Intl.PluralRules('en'), ar: new Intl.PluralRules('ar') };

/** `3 documents`, `مستندين` */
export function counted(count: number, plural: Plural, language: Language): string {
  const forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = plural[language];
  const text = forms[rules[language].select(count)] ?? plural[language].other;
  return text.replace('{count}', formatCount(count, language));
}
