import { expect, test } from 'vitest';
import { printedCode } from '../../../shared/sale/scanned-code.ts';

test.each([
  [']E06281007009003', '6281007009003'],
  [']E496385074', '96385074'],
  [']C0ABC-1', 'ABC-1'],
  [']A0SHELF7', 'SHELF7'],
  [']X012', '12'],
  ['*SHELF7*', 'SHELF7'],
  [']A0*SHELF7*', 'SHELF7'],
  [' 6281007009003\r', '6281007009003'],
  ['6281007009003', '6281007009003'],
  // These say that several facts follow.
  [']C10106281007009003', ']C10106281007009003'],
  [']d20106281007009003', ']d20106281007009003'],
  // Nothing of these was added by a scanner.
  ['**', '**'],
  ['*A', '*A'],
  ['[A0', '[A0'],
])('%s is printed as %s', (scanned, printed) => {
  expect(printedCode(scanned)).toBe(printed);
});

test.each([
  ['~6281007009003#', '6281007009003'],
  ['~]E06281007009003#', '6281007009003'],
  ['~]C10106281007009003#', ']C10106281007009003'],
  ['~6281007009003', '6281007009003'],
  ['6281007009003#', '6281007009003'],
  ['6281007009003', '6281007009003'],
  ['~#', '~#'],
])('%s of a scanner that adds ~ and # is printed as %s', (scanned, printed) => {
  expect(printedCode(scanned, { prefix: '~', suffix: '#' })).toBe(printed);
});
