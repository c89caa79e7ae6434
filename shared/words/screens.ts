import type { Language } from '../values/language.ts';
import * as ar from './ar/screens/index.ts';
import * as en from './en/screens/index.ts';
import { makeTranslate, type Translate } from './translate.ts';

export type TranslateScreen = Translate<typeof en>;

export const screens: Readonly<Record<Language, TranslateScreen>> = {
  en: makeTranslate<typeof en>(en, 'en'),
  ar: makeTranslate<typeof en>(ar, 'ar'),
};
