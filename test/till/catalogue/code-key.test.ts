import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeKey } from '../../../main/till/catalogue/code-key.ts';
import { anyCharacter } from '../../support/any-character.ts';

test('a code folded twice is the code folded once', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (code) => {
      expect(codeKey(codeKey(code))).toBe(codeKey(code));
    }),
    { examples: [['ῒ'], ['ǰ'], ['ΐ'], ['a\u200D\u0300']] },
  );
});

test('numbers of a GTIN are one code with and without leading zeros, other numbers are not', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{11}$/), (digits) => {
      expect(new Set([digits, `0${digits}`, `00${digits}`].map(codeKey)).size).toBe(1);
    }),
  );
  expect(codeKey('0123')).not.toBe(codeKey('123'));
});
