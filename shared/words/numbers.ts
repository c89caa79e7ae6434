import type { Language } from './language.ts';

/** Digits are Latin in both languages and the calendar is Gregorian, as on the documents themselves. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', ar: 'ar-SA-u-nu-latn-ca-gregory' };
/** The time zone of every displayed time. */
export const timeZone = 'Asia/Riyadh';

const counts = { en: new Intl.NumberFormat(locales.en), ar: new Intl.NumberFormat(locales.ar) };

/** `2,310` */
export const formatCount = (count: number, language: Language): string => counts[language].format(count);
