import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doubledMarks, spreadsheetText, unmarked } from '../../../main/base/platform/spreadsheet-text.ts';
import { rounds } from '../../support/run/effort.ts';

/** Returns the cells into which a spreadsheet may split a text, for every possible separator. */
const cellsOf = (text: string) => text.split(/[;\t\r\n]/).map((cell) => cell.replace(/^[\s"]+/, ''));

const anyText = fc
  .string({ unit: fc.constantFrom(...`a=+-@＝＋－＠;'", \t\r\n`) })
  .map((text) => text.trim());

test('a quote between a separator and a formula does not hide it', () => {
  expect(spreadsheetText('Coffee;"=1+1')).toBe(`Coffee;"'=1+1`);
  expect(spreadsheetText('Coffee; "" =1+1')).toBe(`Coffee; "" '=1+1`);
  expect(spreadsheetText('"=1+1')).toBe(`"'=1+1`);
  expect(spreadsheetText('=1+1')).toBe(`'=1+1`);
});

test('a marked text holds no formula, and is the same text once the marks are taken away', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const marked = spreadsheetText(doubledMarks(text));
      expect(cellsOf(marked).filter((cell) => /^[=@＝＋－＠]|^[+-]\S/.test(cell))).toEqual([]);
      expect(unmarked(marked)).toBe(text);
      // Texts in a workbook are never formulas, so only marks in the text itself are doubled.
      expect(unmarked(doubledMarks(text))).toBe(text);
    }),
    { numRuns: rounds(2_000) },
  );
});
