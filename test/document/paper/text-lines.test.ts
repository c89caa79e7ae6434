import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFonts } from '../../../main/document/paper/fonts.ts';
import { written } from '../../../main/document/paper/paper-page.ts';
import { setLines } from '../../../main/document/paper/pdf/text-lines.ts';

const fonts = createFonts();
const style = { size: 10, weight: 'regular' } as const;

/** Returns the pieces from left to right: each with the script of its font and its text. */
const seen = (text: string, width?: number) =>
  setLines(text, fonts, style, width).map(({ pieces }) =>
    pieces.map(({ face, text: piece }) => `${face.name.replace('-regular', '')}:${piece}`),
  );

describe('the order in which a line is seen', () => {
  test.each([
    ['Coffee', ['latin:Coffee']],
    ['قهوة', ['arabic:قهوة']],
    ['قهوة Coffee', ['latin:Coffee', 'arabic:قهوة ']],
    ['Coffee قهوة', ['latin:Coffee ', 'arabic:قهوة']],
    ['قهوة (مبسطة)', ['latin:(', 'arabic:مبسطة', 'latin:)', 'arabic:قهوة ']],
    ['وزن 12.50 كجم', ['arabic:كجم', 'latin: ', 'latin:12.50', 'arabic:وزن ']],
  ])('%s', (text, pieces) => {
    expect(seen(text)).toEqual([pieces]);
  });

  test('Arabic digits run from left to right, against what their face does with them', () => {
    const [line] = setLines('وزن ٢٥٠ جم', fonts, style);
    const digits = line?.pieces.find(({ text }) => /[٠-٩]/.test(text));
    expect(digits?.text).toBe('٠٥٢');
    expect(digits?.face.isRightToLeft('٢٥٠')).toBe(true);
  });

  test.each([
    ['هاتف: +966 55 123 4567', '+966 55 123 4567'],
    ['+966 55 123 4567 هاتف', '+966 55 123 4567'],
    ['هاتف (011) 123 4567', '(011) 123 4567'],
    ['جوال 055-123-4567 / 055-123-4568', '055-123-4567 / 055-123-4568'],
    ['يوميًا 9:00 - 23:00', '9:00 - 23:00'],
    ['من 9:00 AM - 11:00 PM كل يوم', '9:00 AM - 11:00 PM'],
    ['التاريخ 2026-11-28', '2026-11-28'],
    ['Store | هاتف 055 123 4567', '055 123 4567'],
  ])('the figures of a person’s text keep their order: %s', (text, figures) => {
    const [line] = setLines(text, fonts, style);
    expect(line?.pieces.map(({ text: piece }) => piece)).toContainEqual(expect.stringContaining(figures));
    // A reader copies what the person wrote, without marks.
    expect(line?.text).toBe(text);
    expect(written(text)).toContain(`<bdo dir="ltr">${figures}</bdo>`);
  });

  test('Arabic digits keep their order in a telephone number, too', () => {
    const [line] = setLines('هاتف ٠٥٥ ١٢٣ ٤٥٦٧', fonts, style);
    const piece = line?.pieces.find(({ text }) => /[٠-٩]/.test(text));
    // The face reverses what it is given.
    expect(piece?.face.isRightToLeft(piece.text)).toBe(true);
    expect(piece?.text).toBe([...'٠٥٥ ١٢٣ ٤٥٦٧'].reverse().join(''));
  });

  test.each(['بيبسي 330 (24)', 'مقاس 40 42 44', 'حليب 500 ml', 'هاتف Tel 055 123 4567'])(
    'texts without such figures stay as they are: %s',
    (text) => {
      expect(written(text)).toBe(text);
    },
  );

  test('marks of direction are obeyed and not shown', () => {
    expect(seen('\u202eabc\u202c')).toEqual([['latin:cba']]);
  });
});

describe('lines', () => {
  test('letters are joined: a word is narrower than its letters apart', () => {
    const widthOf = (text: string) => setLines(text, fonts, style)[0]?.width ?? 0;
    expect(widthOf('ببب')).toBeLessThan(3 * widthOf('ب'));
    expect(widthOf('لا')).toBeLessThan(widthOf('ل') + widthOf('ا'));
  });

  test('every word stands once, in its order, and no line is too wide', () => {
    const word = fc.oneof(
      fc.constantFrom('قهوة', 'فاتورة', 'Coffee', '12.50', '(٢٥٠)', 'ضريبية،', 'a/b'),
      fc
        .string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
        .filter((text) => /^[^\s\p{Cc}]+$/u.test(text.normalize('NFC'))),
    );
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 40, max: 300 }),
        (words, width) => {
          const text = words.join(' ').normalize('NFC');
          const lines = setLines(text, fonts, style, width);
          expect(
            lines
              .map((line) => line.text)
              .join('')
              .replace(/\s/g, ''),
          ).toBe(text.replace(/\s/g, ''));
          for (const line of lines)
            if ([...line.text].length > 8) expect(line.width).toBeLessThanOrEqual(width);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('a word that no line can hold is broken between letters', () => {
    const lines = setLines('W'.repeat(60), fonts, style, 100);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.map(({ text }) => text).join('')).toBe('W'.repeat(60));
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(100);
  });

  test('line breaks of the text are kept', () => {
    expect(setLines('a\nb\r\nج', fonts, style).map(({ text }) => text)).toEqual(['a', 'b', 'ج']);
  });
});
