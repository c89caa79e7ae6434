import { MantineProvider } from '@mantine/core';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { NumberPad } from '../../../renderer/ui/components/pad/number-pad.tsx';
import { type PadKey, padKeys, pressPadKey } from '../../../renderer/ui/components/pad/pad-key.ts';
import { readAmount } from '../../../renderer/ui/language/read-amount.ts';
import { screens } from '../../../shared/words/screens.ts';

vi.mock('../../../renderer/ui/language/language.tsx', () => ({ useLanguage: () => ({ t: screens.en }) }));

const press = (keys: readonly PadKey[], from = '', decimals?: number) =>
  keys.reduce((text, key) => pressPadKey(text, key, decimals), from);

test('the pad has the order of a telephone in both directions, and says its keys', () => {
  const draw = (more: object) =>
    renderToStaticMarkup(
      createElement(MantineProvider, null, createElement(NumberPad, { onKey: () => {}, ...more })),
    );
  const pad = draw({});
  const shown = [...pad.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, text]) => text);
  expect(shown.slice(0, 12)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', '.']);
  expect(pad).toContain('dir="ltr"');
  expect([...pad.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label)).toEqual([
    'Number pad',
    'Decimal point',
    'Erase the last digit',
  ]);
  expect(draw({ onEnter: () => {} })).toContain('aria-label="Done"');
  expect(draw({ disabled: true }).match(/aria-disabled="true"/g)).toHaveLength(13);
});

test('an amount is padded digit by digit', () => {
  expect(press(['1', '2', '.', '5'])).toBe('12.5');
  expect(press(['5', '00'])).toBe('500');
  expect(press(['.', '5'])).toBe('0.5');
  expect(press(['00', '0', '7'])).toBe('7');
  expect(press(['1', '.', '2', '3', '4', '.', '00'])).toBe('1.23');
  expect(press(['1', '.', '2', 'erase', 'erase', 'erase', 'erase'])).toBe('');
  expect(press(['1', '.', '2', '3', '4', '5'], '', 3)).toBe('1.234');
  expect(press(['1', '.', '2'], '', 0)).toBe('12');
});

test('the pad goes on where a keyboard stopped, Arabic digits included', () => {
  expect(press(['5'], '١٬٢٣٤٫')).toBe('1234.5');
  expect(press(['5'], '1,200')).toBe('12005');
  expect(press(['5'], 'abc')).toBe('5');
});

test('whatever is pressed, the text is empty or the beginning of an amount', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...padKeys), { maxLength: 40 }),
      fc.oneof(fc.string(), fc.stringMatching(/^\d*\.\d*$/)),
      (keys, from) => {
        expect(press(['0', ...keys], from)).toMatch(/^\d*(\.\d{0,2})?$/);
      },
    ),
  );
});

test('an amount of two decimals can be padded and erased again', () => {
  fc.assert(
    fc.property(fc.nat({ max: 99_999_999 }), (halalas) => {
      const text = (halalas / 100).toFixed(2);
      const padded = press([...text] as PadKey[]);
      expect(readAmount(padded)).toBe(halalas);
      expect(
        press(
          [...padded].map(() => 'erase'),
          padded,
        ),
      ).toBe('');
    }),
  );
});
