import type { Language } from '../values/language.ts';
import { ar as arFiles } from './ar/article-files.ts';
import { ar as arUnits } from './ar/units.ts';
import { en as enFiles } from './en/article-files.ts';
import { en as enUnits } from './en/units.ts';
import type { Translation } from './plural.ts';

export const fileWords: Readonly<Record<Language, Translation<typeof enFiles>>> = {
  en: enFiles,
  ar: arFiles,
};

export const unitWords: Readonly<Record<Language, Translation<typeof enUnits>>> = {
  en: enUnits,
  ar: arUnits,
};
