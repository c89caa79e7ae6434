import bidiFactory from 'bidi-js';

/*
 * Finds figures that would lose their order in an Arabic text. The Unicode Bidirectional Algorithm turns the groups of
 * `+966 55 123 4567` around, and the ends of `9:00 - 23:00`; people write and read both from left to right.
 */

const bidi = bidiFactory();

/** The levels of a text's characters; even ones run from left to right. */
export type Levels = ReturnType<typeof bidi.getEmbeddingLevels>;

/** The indices of a run's first character and of the one after its last. */
interface Run {
  readonly start: number;
  readonly end: number;
}

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

/**
 * Returns the levels of a text, with one level for each of its figures.
 * @param direction that of the line; by default that of its first letter
 */
export function levelsOf(text: string, direction?: 'ltr' | 'rtl'): Levels {
  const made = bidi.getEmbeddingLevels(text, direction);
  // The digits have the highest level, which is even.
  for (const { start, end } of tornFigures(text, made))
    made.levels.fill(Math.max(...made.levels.subarray(start, end)), start, end);
  return made;
}

export const figuresToKeep = (text: string): Run[] => tornFigures(text, bidi.getEmbeddingLevels(text, 'rtl'));

/** Returns the figures whose characters are not all on one level. */
function tornFigures(text: string, { levels }: Levels): Run[] {
  return [...text.matchAll(groups)].flatMap(({ 0: run, index }) => {
    const end = index + run.length;
    const isTorn = levels.subarray(index, end).some((level) => level !== levels[index]);
    return isTorn && isOneFigure(run) ? [{ start: index, end }] : [];
  });
}
