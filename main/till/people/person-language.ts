import { languagesSetting } from '../../../shared/stored/settings/terminal.ts';
import type { Language } from '../../../shared/values/language.ts';
import type { Settings } from '../../base/platform/settings.ts';

/** Returns the language that a person chose for the screens; undefined before they choose one. */
export const languageOf = (settings: Settings, name: string): Language | undefined =>
  settings.read(languagesSetting).find(([each]) => each === name)?.[1];

/** Stores a person's language, or removes it with the person. */
export function keepLanguage(settings: Settings, name: string, language: Language | undefined): void {
  const others = settings.read(languagesSetting).filter(([each]) => each !== name);
  settings.write(languagesSetting, language === undefined ? others : [...others, [name, language]]);
}
