import bidiFactory from 'bidi-js';
import { type Levels, levelsOf } from '../figures.ts';
import { type Script, scripts, type Weight } from '../font-files.ts';
import type { Face, Fonts } from '../fonts.ts';

/*
 * Breaks text of both scripts into lines in reading order. Each line is then put in visual order (Unicode Bidirectional
 * Algorithm) and cut into pieces of one direction and one typeface. The font does the shaping.
 */

export interface Style {
  /** The size in points. */
  readonly size: number;
  readonly weight: Weight;
}

export type Direction = 'rtl' | 'ltr' | 'auto';

export interface Piece {
  readonly face: Face;
  /** The text as the face expects it: reversed if the face reverses it again. */
  readonly text: string;
  /** The width in points. */
  readonly width: number;
}

export interface Line {
  /** The given text, in reading order. */
  readonly text: string;
  /** The pieces, from left to right. */
  readonly pieces: readonly Piece[];
  readonly width: number;
}

const bidi = bidiFactory();
const letters = new Intl.Segmenter('ar', { granularity: 'grapheme' });

/** Direction marks, which are not needed once the levels are known. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;
/** A character that belongs to the preceding text of any script. */
const neutral = /[^\p{L}\p{N}\p{M}]/u;
const unknown = '\ufffd';

/**
 * Breaks a text into lines. @param width points; a word that is wider is broken between letters
 * @returns at least one line; more where `text` has line breaks or is wider than `width`
 */
export function setLines(
  text: string,
  fonts: Fonts,
  style: Style,
  width = Number.POSITIVE_INFINITY,
  direction: Direction = 'auto',
): Line[] {
  return text
    .normalize('NFC')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((paragraph) =>
      setParagraph(paragraph.replace(/\s+/g, ' ').trim(), fonts, style, width, direction),
    );
}

function setParagraph(text: string, fonts: Fonts, style: Style, width: number, direction: Direction): Line[] {
  const levels = levelsOf(text, direction === 'auto' ? undefined : direction);
  const set = (start: number, end: number) => setLine(text, start, end, levels, fonts, style);
  const whole = set(0, text.length);
  if (whole.width <= width) return [whole];

  const lines: Line[] = [];
  let start = 0;
  let end = 0;
  for (const next of breaks(text, (word) => set(...word).width > width)) {
    if (end > start && set(start, trimEnd(text, next)).width > width) {
      lines.push(set(start, trimEnd(text, end)));
      start = end;
    }
    end = next;
  }
  return [...lines, set(start, text.length)];
}

/** Returns the possible line ends: after each space and, in words too long for a line, after each letter. */
function* breaks(text: string, isTooWide: (word: [number, number]) => boolean): Generator<number> {
  let start = 0;
  while (start < text.length) {
    const space = text.indexOf(' ', start);
    const end = space === -1 ? text.length : space + 1;
    if (isTooWide([start, trimEnd(text, end)]))
      for (const { index, segment } of letters.segment(text.slice(start, end)))
        yield start + index + segment.length;
    else yield end;
    start = end;
  }
}

const trimEnd = (text: string, end: number) => (text[end - 1] === ' ' ? end - 1 : end);

function setLine(text: string, start: number, end: number, levels: Levels, fonts: Fonts, style: Style): Line {
  const pieces = runsOf(text, start, end, levels).flatMap(({ text: run, rightToLeft }) => {
    const cut = cutByFace(run, fonts, style.weight);
    return (rightToLeft ? cut.reverse() : cut).map(({ face, text: piece }) => {
      // Returns true for texts that the face reverses by itself: letters that run from right to left, and digits of
      // their script.
      const seen = rightToLeft === face.isRightToLeft(piece) ? piece : [...piece].reverse().join('');
      return { face, text: seen, width: (face.advance(seen) * style.size) / 1000 };
    });
  });
  let width = 0;
  for (const piece of pieces) width += piece.width;
  return { text: text.slice(start, end), pieces, width };
}

/**
 * Returns the runs of one direction in visual order from left to right, each in reading order, with brackets mirrored.
 */
function runsOf(text: string, start: number, end: number, levels: Levels) {
  if (start === end) return [];
  const order = bidi.getReorderedIndices(text, levels, start, end - 1);
  const runs: { from: number; to: number; level: number }[] = [];
  // The order may extend beyond the line; only the line's own characters count.
  for (const index of order.filter((each) => each >= start && each < end)) {
    const level = levels.levels[index] ?? 0;
    const last = runs.at(-1);
    const step = level % 2 === 1 ? -1 : 1;
    const edge = last && (step === 1 ? last.to : last.from);
    if (last !== undefined && last.level === level && edge === index - step) {
      last.from = Math.min(last.from, index);
      last.to = Math.max(last.to, index);
    } else runs.push({ from: index, to: index, level });
  }
  return runs.map(({ from, to, level }) => {
    const rightToLeft = level % 2 === 1;
    const run = text.slice(from, to + 1);
    return { rightToLeft, text: rightToLeft ? run.replace(/./gu, mirrored) : run };
  });
}

const mirrored = (character: string) => bidi.getMirroredCharacter(character) ?? character;

/** Cuts a run where another font is needed; a character that no font has is shown as unknown. */
function cutByFace(run: string, fonts: Fonts, weight: Weight): { face: Face; text: string }[] {
  const parts: { face: Face; text: string }[] = [];
  const staysIn = (face: Face, character: string) => {
    const codePoint = character.codePointAt(0) ?? 0;
    return face.has(codePoint) && (neutral.test(character) || faceOf(codePoint, fonts, weight) === face);
  };
  for (const character of run) {
    const last = parts.at(-1);
    const codePoint = character.codePointAt(0) ?? 0;
    if (last !== undefined && staysIn(last.face, character)) {
      last.text += character;
      continue;
    }
    if (invisible.test(character)) continue;
    const face = faceOf(codePoint, fonts, weight);
    const shown = face === undefined ? unknown : character;
    const chosen = face ?? fonts.face('latin', weight);
    if (last?.face === chosen) last.text += shown;
    else parts.push({ face: chosen, text: shown });
  }
  return parts;
}

function faceOf(codePoint: number, fonts: Fonts, weight: Weight): Face | undefined {
  const has = (script: Script) => fonts.face(script, weight).has(codePoint);
  const script = scripts.find(has);
  return script === undefined ? undefined : fonts.face(script, weight);
}
