import type { Language } from '../values/language.ts';
import { ar } from './ar/office.ts';
import { en } from './en/office.ts';
import { makeTranslate, type Translate } from './translate.ts';

export type TranslateOffice = Translate<typeof en>;

type LoggedAction = keyof (typeof en)['log']['actions'];

/** Returns true for an action of the office's log that has words; a newer office may write more. */
export const isKnownAction = (action: string): action is LoggedAction =>
  Object.hasOwn(en.log.actions, action);

/** The texts of the head office's screens, by language. */
export const officeWords: Readonly<Record<Language, TranslateOffice>> = {
  en: makeTranslate<typeof en>(en, 'en'),
  ar: makeTranslate<typeof en>(ar, 'ar'),
};
