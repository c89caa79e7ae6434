import { counted, type Plural } from './plural.ts';
import type { Language } from './vocabulary.ts';

/*
 * What the sentences count. The Arabic forms are those after a preposition or another noun («إرسال مستندين»): a
 * sentence puts them there and nowhere else.
 */

const documents: Plural = {
  en: { one: '{count} document', other: '{count} documents' },
  ar: {
    zero: '{count} مستند',
    one: 'مستند واحد',
    two: 'مستندين',
    few: '{count} مستندات',
    many: '{count} مستندًا',
    other: '{count} مستند',
  },
};

const invoices: Plural = {
  en: { one: '{count} invoice', other: '{count} invoices' },
  ar: {
    zero: '{count} فاتورة',
    one: 'فاتورة واحدة',
    two: 'فاتورتين',
    few: '{count} فواتير',
    many: '{count} فاتورة',
    other: '{count} فاتورة',
  },
};

const times: Plural = {
  en: { one: 'once', other: '{count} times' },
  ar: {
    zero: '{count} مرة',
    one: 'مرة واحدة',
    two: 'مرتين',
    few: '{count} مرات',
    many: '{count} مرة',
    other: '{count} مرة',
  },
};

const minutes: Plural = {
  en: { one: '{count} min', other: '{count} min' },
  ar: {
    zero: '{count} دقيقة',
    one: 'دقيقة واحدة',
    two: 'دقيقتين',
    few: '{count} دقائق',
    many: '{count} دقيقة',
    other: '{count} دقيقة',
  },
};

const hours: Plural = {
  en: { one: '{count} h', other: '{count} h' },
  ar: {
    zero: '{count} ساعة',
    one: 'ساعة واحدة',
    two: 'ساعتين',
    few: '{count} ساعات',
    many: '{count} ساعة',
    other: '{count} ساعة',
  },
};

const days: Plural = {
  en: { one: '{count} day', other: '{count} days' },
  ar: {
    zero: '{count} يوم',
    one: 'يوم واحد',
    two: 'يومين',
    few: '{count} أيام',
    many: '{count} يومًا',
    other: '{count} يوم',
  },
};

export const nouns = { documents, invoices, times, hours } as const;

const hour = 60;
const day = 24 * hour;

/** A length of time as a person says it: `14 min`, `2 h 30 min`, from two days on `3 days`. Whole minutes. */
export function spanOf(wholeMinutes: number, language: Language): string {
  if (wholeMinutes >= 2 * day) return counted(Math.round(wholeMinutes / day), days, language);
  const rest = wholeMinutes % hour;
  const parts = [];
  if (wholeMinutes >= hour) parts.push(counted(Math.floor(wholeMinutes / hour), hours, language));
  if (rest > 0 || parts.length === 0) parts.push(counted(rest, minutes, language));
  return parts.join(language === 'ar' ? ' و' : ' ');
}
