import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formats, timeSeenFrom } from '../../../renderer/ui/language/format.ts';
import { readAmount } from '../../../renderer/ui/language/read-amount.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import { languages } from '../../../shared/words/index.ts';

test.each(languages)('money keeps every halala, in Latin digits (%s)', (language) => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (halalas) => {
      const shown = formats[language].money(halalas);
      expect(shown.replace(/[^\d.-]/g, '')).toBe(halalasToText(halalas));
    }),
  );
});

test('dates are Gregorian and of Riyadh, digits Latin, in both languages', () => {
  const lateEvening = '2026-11-20T21:30:05.000Z';
  expect(formats.en.dateTime(lateEvening)).toBe('21 Nov 2026, 00:30:05');
  expect(formats.ar.dateTime(lateEvening)).toBe('21 نوفمبر 2026، 00:30:05');
});

test('a time of another year says its year', () => {
  const seen = (instant: string) => timeSeenFrom(instant, '2026-11-20T10:00:00.000Z', formats.en);
  expect(seen('2026-11-20T07:05:00.000Z')).toBe('10:05');
  expect(seen('2026-11-20T21:30:00.000Z')).toBe('21 Nov, 00:30');
  expect(seen('2036-11-17T10:00:00.000Z')).toBe('17 Nov 2036');
  expect(seen('2026-12-31T21:00:00.000Z')).toBe('1 Jan 2027');
});

test('spans say their two largest units', () => {
  const [minute, hour] = [60_000, 3_600_000];
  expect(formats.en.span(-5)).toBe('0m');
  expect(formats.en.span(59 * minute + 59_999)).toBe('59m');
  expect(formats.en.span(23 * hour + 10 * minute)).toBe('23h 10m');
  expect(formats.en.span(47 * hour)).toBe('47h 0m');
  expect(formats.en.span(72 * hour)).toBe('3d');
  expect(formats.ar.span(23 * hour + 10 * minute)).toBe('23 س 10 د');
});

test('digits of an Arabic or Persian keyboard are read', () => {
  expect(withLatinNumbers('١٢٬٣٤٥٫٦٧')).toBe('12345.67');
  expect(withLatinNumbers('۰۹')).toBe('09');
  expect(withLatinNumbers('12.5 kg')).toBe('12.5 kg');
});

test('only a separator of thousands is left out of an amount', () => {
  expect(readAmount('1,234.5')).toBe(123_450);
  expect(readAmount('١٬٢٣٤٬٥٦٧')).toBe(123_456_700);
  // It may be meant as a decimal point: ten times the amount would be read.
  for (const unclear of ['12,5', '12,50', '1٬5', '٬5', '5٬', '1,2345', '1٬23,456'])
    expect(readAmount(unclear)).toBeUndefined();
});
