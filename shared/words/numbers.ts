import type { Language } from '../values/language.ts';

/** Digits are Latin in both languages and the calendar is Gregorian, as on the documents themselves. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', ar: 'ar-SA-u-nu-latn-ca-gregory' };
export const timeZone = 'Asia/Riyadh';

const counts = new Map<Language, Intl.NumberFormat>();

/** Returns for instance `2,310`. */
export function formatCount(count: number, language: Language): string {
  // Each formatter is made on first use, because making all would take some milliseconds of a start.
  const format = counts.get(language) ?? new Intl.NumberFormat(locales[language]);
  counts.set(language, format);
  return format.format(count);
}
