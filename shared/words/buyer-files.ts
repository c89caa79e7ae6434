import type { Language } from '../values/language.ts';
import { ar } from './ar/buyer-files.ts';
import { en } from './en/buyer-files.ts';
import type { Translation } from './plural.ts';

export const buyerFileWords: Readonly<Record<Language, Translation<typeof en>>> = { en, ar };
