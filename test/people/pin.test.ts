import { describe, expect, test } from 'vitest';
import { isWeakPin } from '../../shared/pin.ts';

describe('a PIN that is easy to guess', () => {
  test.each([
    '000000',
    '123456',
    '654321',
    '890123',
    '121212',
    '123123',
    '12341234',
    '19901990',
    '112233',
    '123321',
  ])('%s is one', (pin) => {
    expect(isWeakPin(pin)).toBe(true);
  });

  test.each(['482913', '135790', '246810', '198507', '112358', '900214'])('%s is not', (pin) => {
    expect(isWeakPin(pin)).toBe(false);
  });
});
