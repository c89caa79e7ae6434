import type { Language } from '../language.ts';
import { ar } from './ar/headquarters.ts';
import { en } from './en/headquarters.ts';
import { makeTranslate, type Translate } from './translate.ts';

export type TranslateOffice = Translate<typeof en>;

/** The texts of the head office's screens, by language. */
export const officeWords: Readonly<Record<Language, TranslateOffice>> = {
  en: makeTranslate<typeof en>(en, 'en'),
  ar: makeTranslate<typeof en>(ar, 'ar'),
};
