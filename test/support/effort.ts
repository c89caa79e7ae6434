/*
 * The extent of the long tests. `npm test` plays a tenth of them, `npm run test:stress` all; the files are called
 * `*.long.test.ts`.
 */

/** True when this run plays the long tests whole. */
export const isWhole = process.env.KHATM_STRESS === '1';

/** A tenth of the rounds, at least one; all of them in `npm run test:stress`. */
export const rounds = (whole: number): number => (isWhole ? whole : Math.max(1, Math.ceil(whole / 10)));

/** One of every `many` cases, the first among them; all of them in `npm run test:stress`. */
export function oneIn<T>(many: number, cases: readonly T[]): readonly T[] {
  return isWhole ? cases : cases.filter((_, index) => index % many === 0);
}

/**
 * Of cases that are each tried in both languages: a tenth, half of it in each language; in `npm run test:stress` all in
 * both.
 * @param language of the block that takes its share
 */
export function shareOf<T>(language: 'en' | 'ar', cases: readonly T[]): readonly T[] {
  return isWhole ? cases : cases.filter((_, index) => index % 10 === (language === 'en' ? 0 : 5));
}
