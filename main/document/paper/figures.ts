import bidiFactory from 'bidi-js';
import { type Figure, figuresIn } from '../../../shared/values/figures.ts';

/* Finds the figures that would lose their order in an Arabic text, by the Unicode Bidirectional Algorithm. */

const bidi = bidiFactory();

/** The levels of a text's characters; even ones run from left to right. */
export type Levels = ReturnType<typeof bidi.getEmbeddingLevels>;

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

export const figuresToKeep = (text: string): Figure[] =>
  tornFigures(text, bidi.getEmbeddingLevels(text, 'rtl'));

/** Returns the figures whose characters are not all on one level. */
const tornFigures = (text: string, { levels }: Levels): Figure[] =>
  figuresIn(text).filter(({ start, end }) =>
    levels.subarray(start, end).some((level) => level !== levels[start]),
  );
