import { ar } from './ar/forms.ts';
import { en } from './en/forms.ts';
import type { Language } from './language.ts';

const words: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, ar };

/** Describes the form that a text must have; undefined for a form without words. */
export const describeForm = (format: string, language: Language): string | undefined =>
  Object.hasOwn(words[language], format) ? words[language][format] : undefined;
