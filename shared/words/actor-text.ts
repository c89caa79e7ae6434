import type { Language } from '../values/language.ts';
import { actorWords } from './actor-names.ts';
import { screens } from './screens.ts';

export function actorText(name: string, language: Language): string {
  const key = actorWords(name);
  return key === undefined ? name : screens[language](key, {});
}
