import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newDraft, newLine } from '../../../renderer/till/cart/draft.ts';
import { isIdle } from '../../../renderer/till/sign-in/landing.tsx';
import { saleSchema } from '../../../shared/sale/sale.ts';
import type { Draft } from '../../../shared/stored/basket/draft.ts';

const draft = newDraft();
const sale = saleSchema.parse({ lines: [{ name: 'Cup', quantity: 1, unitPrice: '4' }] });
const document = { uuid: randomUUID(), number: 'T1-000001' };
const begun: Record<string, Draft> = {
  goods: { ...draft, lines: [{ ...newLine(), name: 'Cup', price: '4' }] },
  'an amount that is not added': { ...draft, openAmount: '7.25' },
  'an exchange': { ...draft, exchange: { ...document, note: sale, back: 400 } },
  'a correction': { ...draft, correction: { ...document, payable: 400, sale } },
  'a question to the card terminal': { ...draft, payment: { ...draft.payment, asked: randomUUID() } },
};

describe('the first screen of a manager', () => {
  test('is the takings where the basket is blank', () => {
    expect(isIdle(draft)).toBe(true);
  });

  test.each(Object.entries(begun))('is the basket that has %s', (_, basket) => {
    expect(isIdle(basket)).toBe(false);
  });
});
