import { expect, it } from 'vitest';
import { createDemoChance } from '../../main/office/demo/demo-chance.ts';

it('a customer of the demonstration buys what chance says', () => {
  const first = createDemoChance(() => 0);
  expect(first.basket()).toEqual({
    lines: [{ name: 'قهوة سعودية | Saudi coffee', unitPrice: '12.00', quantity: '1' }],
  });
  const last = createDemoChance(() => 0.999);
  const water = { name: 'ماء | Water', unitPrice: '1.50', quantity: '3' };
  expect(last.basket()).toEqual({ lines: [water, water, water, water] });
  expect([first.whole(12, 36), last.whole(12, 36)]).toEqual([12, 36]);
});
