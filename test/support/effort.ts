/*
 * The extent of the long tests, which are in files called `*.long.test.ts`. `npm test` runs a tenth of them or less,
 * and `npm run test:stress` runs them all.
 */

/** True when this run includes the long tests in full. */
export const isWhole = process.env.KHATM_STRESS === '1';

/** Returns a tenth of the rounds, but at least one. In `npm run test:stress` it returns all of them. */
export const rounds = (whole: number): number => (isWhole ? whole : Math.max(1, Math.ceil(whole / 10)));

/** Returns one of every `many` cases, starting with the first. In `npm run test:stress` it returns all of them. */
export function oneIn<T>(many: number, cases: readonly T[]): readonly T[] {
  return isWhole ? cases : cases.filter((_, index) => index % many === 0);
}

/**
 * Returns a twentieth of the cases for each language, and different ones for each. In `npm run test:stress` it returns
 * all of them.
 * @param language the language of the tests that use the share
 */
export function shareOf<T>(language: 'en' | 'ar', cases: readonly T[]): readonly T[] {
  const first = language === 'en' ? 0 : Math.min(10, cases.length - 1);
  return isWhole ? cases : cases.filter((_, index) => index % 20 === first);
}
