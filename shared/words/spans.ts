import type { Language } from '../values/language.ts';
import { ar as arFormats } from './ar/formats.ts';
import { ar } from './ar/nouns.ts';
import { en as enFormats } from './en/formats.ts';
import { en } from './en/nouns.ts';
import { counted } from './plural.ts';

export const nouns = { en, ar } as const;
const and = { en: enFormats.and, ar: arFormats.and } as const;

const hour = 60;
const day = 24 * hour;

/** Formats a duration in whole minutes, as people say it: `14 min`, `2 h 30 min`, and from two days on `3 days`. */
export function spanOf(wholeMinutes: number, language: Language): string {
  const { days, hours, minutes } = nouns[language];
  if (wholeMinutes >= 2 * day) return counted(Math.round(wholeMinutes / day), days, language);
  const rest = wholeMinutes % hour;
  const parts = [];
  if (wholeMinutes >= hour) parts.push(counted(Math.floor(wholeMinutes / hour), hours, language));
  if (rest > 0 || parts.length === 0) parts.push(counted(rest, minutes, language));
  return parts.join(and[language]);
}
