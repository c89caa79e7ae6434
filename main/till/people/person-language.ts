import * as z from 'zod';
import { type Language, languages } from '../../../shared/values/language.ts';
import { type Settings, settingKey } from '../../base/platform/settings.ts';

/** Pairs of a name and a language are stored, because a name such as `__proto__` is not a safe key of an object. */
const languagesSetting = settingKey(
  'person-languages',
  z.array(z.tuple([z.string(), z.enum(languages)])).catch([]),
);

/** Returns the language that a person chose for the screens; undefined before they choose one. */
export const languageOf = (settings: Settings, name: string): Language | undefined =>
  settings.read(languagesSetting).find(([each]) => each === name)?.[1];

/** Stores a person's language, or removes it with the person. */
export function keepLanguage(settings: Settings, name: string, language: Language | undefined): void {
  const others = settings.read(languagesSetting).filter(([each]) => each !== name);
  settings.write(languagesSetting, language === undefined ? others : [...others, [name, language]]);
}
