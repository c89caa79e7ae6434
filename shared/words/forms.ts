import type { Language } from '../values/language.ts';
import { ar } from './ar/forms.ts';
import { en } from './en/forms.ts';

const words: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, ar };

export const describeForm = (format: string, language: Language): string | undefined =>
  Object.hasOwn(words[language], format) ? words[language][format] : undefined;
