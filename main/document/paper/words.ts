import { ar as arFields } from '../../../shared/words/ar/fields.ts';
import { ar } from '../../../shared/words/ar/paper.ts';
import { accounts as arAccounts } from '../../../shared/words/ar/screens/accounts.ts';
import { shiftReport as arReport } from '../../../shared/words/ar/screens/shift.ts';
import { ar as arStatus } from '../../../shared/words/ar/status.ts';
import { type BothLanguages, inBoth } from '../../../shared/words/both.ts';
import { en as enFields } from '../../../shared/words/en/fields.ts';
import { en } from '../../../shared/words/en/paper.ts';
import { accounts as enAccounts } from '../../../shared/words/en/screens/accounts.ts';
import { shiftReport as enReport } from '../../../shared/words/en/screens/shift.ts';
import { en as enStatus } from '../../../shared/words/en/status.ts';
import { fill } from '../../../shared/words/fill.ts';
import { meansName } from '../../../shared/words/means-name.ts';

/* Texts for customers' papers, always in both languages, because the customer has not chosen a language. */

export type Words = BothLanguages;

const paper = inBoth(en, ar);

export const titles = paper.titles;

/** Special properties of a document, in the order of the flags in its type (KSA-2, positions 3 to 7). */
export const specials: readonly Words[] = [
  paper.specials.thirdParty,
  paper.specials.nominal,
  paper.specials.export,
  paper.specials.summary,
  paper.specials.selfBilled,
];

export const marks = paper.marks;
export type Mark = keyof typeof marks;

/** A field of a sale has the same name on paper as on screens, unless the paper has one of its own. */
export const labels = { ...inBoth(enFields.names, arFields.names), ...paper.labels };

/** VAT at a rate, which is written as `15%`. */
export const vatAt = (rate: string): Words => ({
  ar: `${paper.labels.vatTotal.ar} ${rate}`,
  en: paper.labels.vatTotal.en,
});

export const categories = paper.categories;

export const reportWords = inBoth(enReport, arReport);

export const accountWords = inBoth(enAccounts, arAccounts);

/** Returns the words for a means of payment: a word of the till, or a code of UNTDID 4461. */
export function meansWords(means: string): Words {
  if (means === 'split') return reportWords.split;
  return { ar: meansName(means, arStatus), en: meansName(means, enStatus) };
}

export const testWords = paper.testPage;

export const sampleWords = paper.sample;

/** Returns the name of a party's identification (rules BR-KSA-08 and BR-KSA-14). */
export function schemeWords(scheme: string): Words {
  const schemes: Readonly<Record<string, Words>> = paper.schemes;
  return (Object.hasOwn(schemes, scheme) ? schemes[scheme] : undefined) ?? paper.schemes.other;
}

/**
 * Returns the unit of a quantity (UN/ECE Recommendation 20); undefined for pieces, which need no word. Any other code
 * is shown unchanged.
 */
export function unitWords(code: string): Words | undefined {
  if (code === '' || code === 'PCE') return undefined;
  const units: Readonly<Record<string, Words>> = paper.units;
  return (Object.hasOwn(units, code) ? units[code] : undefined) ?? { ar: code, en: code };
}

const regionOf = (language: 'ar' | 'en', code: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;

/** Returns the name of a country by its code; an unknown code is shown unchanged. */
export function countryWords(code: string): Words {
  if (!/^[A-Z]{2}$/.test(code)) return { ar: code, en: code };
  return { ar: regionOf('ar', code), en: regionOf('en', code) };
}

export function pageWords(page: number, pages: number): Words {
  return { ar: fill(paper.page.ar, { page, pages }), en: fill(paper.page.en, { page, pages }) };
}
