import type { Weight } from '../font-files.ts';
import type { Fonts } from '../fonts.ts';
import type { Words } from '../words.ts';
import type { PdfFile } from './pdf-file.ts';
import { type Direction, type Line, type Style, setLines } from './text-lines.ts';

/*
 * Pages filled from top to bottom. All measures are in points, and y grows downwards. The reading order is from right
 * to left, so the first column is on the right.
 */

export const ink = '#16201b';
export const soft = '#55625b';
export const rule = '#dfe5e1';
export const seal = '#0f5c4a';
export const warning = '#8a3b00';

const page = { width: 595.28, height: 841.89 };
export const left = 40;
export const right = page.width - 40;
export const width = right - left;
const top = 40;
const bottom = page.height - 52;
const footline = page.height - 30;

/** A piece of known height that a page break never splits. */
export interface Atom {
  readonly height: number;
  draw(top: number): void;
}

export interface TextStyle extends Style {
  readonly color: string;
}

export interface Place {
  readonly left: number;
  readonly right: number;
  readonly align?: 'left' | 'right';
}

export type Column = readonly Atom[];

const leading = (size: number) => size * 1.45;
/** The distance from the top of a line to its baseline. */
export const ascent = (size: number) => size * 1.05;

const drawerOf =
  (file: PdfFile) =>
  (line: Line, size: number, color: string, place: Place, baseline: number): void => {
    let x = place.align === 'left' ? place.left : place.right - line.width;
    const pieces = line.pieces.map(({ face, text, width: advance }) => {
      const at = x;
      x += advance;
      return { face, text, x: at };
    });
    const isPlain =
      pieces.length === 1 && pieces[0]?.text === line.text && !pieces[0].face.isRightToLeft(line.text);
    file.text(pieces, { size, color, baseline, ...(!isPlain && { reads: line.text }) });
  };

export function createSheet(file: PdfFile, fonts: Fonts) {
  const draw = drawerOf(file);
  let y = top;
  let pages = 1;

  const oneLine = (text: string, style: Style, direction?: Direction) =>
    setLines(text, fonts, style, Number.POSITIVE_INFINITY, direction)[0] ?? { text, pieces: [], width: 0 };

  function nextPage(head: Atom | undefined): void {
    file.addPage();
    pages += 1;
    y = top;
    if (head === undefined) return;
    head.draw(y);
    y += head.height;
  }

  return {
    /** Sets text in as many lines as it needs, one atom for each. */
    text(text: string, style: TextStyle, place: Place & { readonly direction?: Direction }): Atom[] {
      const room = place.right - place.left;
      return setLines(text, fonts, style, room, place.direction).map((line) => ({
        height: leading(style.size),
        draw: (at) => draw(line, style.size, style.color, place, at + ascent(style.size)),
      }));
    },
    /** Sets one line of text, smaller if it is too wide. */
    fitted(text: string, style: TextStyle, place: Place, baseline: number) {
      const natural = oneLine(text, style, 'ltr');
      const room = place.right - place.left;
      if (natural.width <= room) return draw(natural, style.size, style.color, place, baseline);
      const size = (style.size * room) / natural.width;
      draw(oneLine(text, { ...style, size }, 'ltr'), size, style.color, place, baseline);
    },
    /** Sets Arabic in full ink and then English in soft ink on one line. */
    words({ ar, en }: Words, style: TextStyle, place: Place, baseline: number) {
      const arabic = oneLine(ar, style);
      draw(arabic, style.size, style.color, place, baseline);
      if (en === ar) return;
      const english: Style = { size: style.size * 0.86, weight: 'regular' };
      const beside = { left: place.left, right: place.right - arabic.width - style.size * 0.6 };
      draw(oneLine(en, english), english.size, soft, beside, baseline);
    },
    widthOf: (text: string, style: Style) => oneLine(text, style).width,
    line: (at: number, from = left, to = right) => file.line(from, to, at, rule),
    space: (height: number): Atom => ({ height, draw: () => undefined }),
    shape: file.shape,
    image: file.image,
    /**
     * Sets columns side by side below the last ones, on as many pages as they need.
     * @param head repeated on every further page
     */
    flow(columns: readonly Column[], { head, together = false }: { head?: Atom; together?: boolean } = {}) {
      const height = Math.max(...columns.map((column) => heightOf(column)));
      const headHeight = head?.height ?? 0;
      if (together && y + height > bottom && height + headHeight <= bottom - top) nextPage(head);
      const onPage = { top: top + headHeight, bottom };
      let rest = columns;
      for (;;) {
        const placed = placeColumns(rest, y, onPage);
        y = placed.end;
        rest = placed.rest;
        if (rest.every((column) => column.length === 0)) return;
        nextPage(head);
      }
    },
    /** Draws the footer of every page, once the number of pages is known. */
    finish(foot: (page: number, pages: number, baseline: number) => void) {
      for (let number = 1; number <= pages; number += 1) {
        file.selectPage(number);
        foot(number, pages, footline);
      }
    },
  };
}

export type Sheet = ReturnType<typeof createSheet>;

/**
 * Draws the part of each column that fits from `start` down. @returns the end of the longest column, and the rest of
 * each
 */
function placeColumns(
  columns: readonly Column[],
  start: number,
  page: { readonly top: number; readonly bottom: number },
): { end: number; rest: Column[] } {
  let end = start;
  const rest = columns.map((column) => {
    let at = start;
    for (const [index, atom] of column.entries()) {
      // An atom higher than a page would be drawn anyway, but there is none at present.
      if (at + atom.height > page.bottom && at > page.top) return column.slice(index);
      atom.draw(at);
      at += atom.height;
      end = Math.max(end, at);
    }
    return [];
  });
  return { end, rest };
}

export function heightOf(column: Column): number {
  let height = 0;
  for (const atom of column) height += atom.height;
  return height;
}

export const labelStyle: TextStyle = { size: 7.5, weight: 'semibold', color: soft };
export const textStyle: TextStyle = { size: 9, weight: 'regular', color: ink };
export const strong = (style: TextStyle, weight: Weight = 'semibold'): TextStyle => ({ ...style, weight });
