/*
 * Finds figures in a text that a person wrote: telephone numbers, opening hours, dates. In an Arabic line the groups of
 * `+966 55 123 4567` turn around, and so do the ends of `9:00 - 23:00`; people write and read both from left to right.
 */

const digit = '[0-9\\u0660-\\u0669\\u06f0-\\u06f9]';
const group = `${digit}+(?:[.,:]${digit}+)*`;
const inBrackets = `\\(\\+?${group}\\)`;
const gap = '[ \\u00a0]{0,2}';
const joint = `(?:${gap}[-‐‑–—/]${gap}|[ \\u00a0]{1,2})`;
const half = '(?:[ \\u00a0]?[AaPp][Mm](?!\\p{L}))?';
/** Groups of digits with what joins them: a dash, a slash, blanks, or brackets around the code of an area. */
const groups = new RegExp(
  `\\+?(?:${inBrackets}|${group}${half})(?:${joint}\\+?${group}${half}|${gap}${inBrackets}|(?<=\\))${group})*`,
  'gu',
);

/** Digits that only blanks join are one number if there are as many as in a telephone number. */
const leastDigits = 7;
const isOneFigure = (run: string) =>
  /[-‐‑–—/:+]/.test(run) || [...run.matchAll(new RegExp(digit, 'g'))].length >= leastDigits;

/** A part of a text: the indices of its first character and of the one after its last. */
export interface Figure {
  readonly start: number;
  readonly end: number;
}

/** Returns the figures of a text that are read as one, in their order. */
export const figuresIn = (text: string): Figure[] =>
  [...text.matchAll(groups)]
    .filter(([run]) => isOneFigure(run))
    .map(({ 0: run, index }) => ({ start: index, end: index + run.length }));
