import { describe, expect, test } from 'vitest';
import { people as contract } from '../../../shared/contract/people/people.ts';
import { isWeakPin } from '../../../shared/values/pin.ts';

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

  test('is refused wherever a PIN is set, the command line included, which goes the same way', () => {
    const person = { name: 'Omar', pin: '121212' };
    const weak = { params: { code: 'weak-pin' } };
    const saved = contract['people.save'].input.safeParse({ ...person, role: 'cashier' });
    const recovered = contract['people.recover'].input.safeParse({ ...person, passphrase: 'the shop' });
    expect(saved.error?.issues).toMatchObject([weak]);
    expect(recovered.error?.issues).toMatchObject([weak]);
  });
});
